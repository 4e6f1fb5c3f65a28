"""Reading a request safely: what was sent, in which words, by which address, within which quota."""
