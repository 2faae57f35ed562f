"""The catalogues: `tinstar.pot` drawn from the source, a `.po` and its compiled `.mo` per language."""
