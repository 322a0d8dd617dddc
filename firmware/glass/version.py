"""The version of firmware and host tool; everything else reads it here."""

VERSION = "0.1.0"
