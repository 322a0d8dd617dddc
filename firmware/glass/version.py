"""The version of firmware and host tool: said here, read everywhere."""

VERSION = "0.1.0"
