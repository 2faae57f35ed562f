"""What the screens show and play that is no text: sounds, shapes."""
