"""What goes over the wire and onto flash, shared by board and host. Pure."""
