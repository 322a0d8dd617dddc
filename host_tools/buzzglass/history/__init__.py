"""The laptop's own copy of every game: fetched, replayed, kept in a database."""
