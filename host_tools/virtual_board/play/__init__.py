"""The virtual device for a person: a web page, in real time, its serial port on TCP and a pty."""
