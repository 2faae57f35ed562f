"""One module and one kv file per screen. A screen shows what it is given and says what was tapped."""
