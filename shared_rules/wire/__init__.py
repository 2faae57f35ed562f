"""What a pad and its host say to each other: frames, messages, and the reliable stream. See README.md."""
