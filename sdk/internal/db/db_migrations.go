package db

import "embed"

// Migrations are the schema's steps, in goose's format; the files are numbered by owner of the noun.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// KeyMigrations are the steps of a database that holds persons' keys and nothing else.
//
//go:embed keys/*.sql
var KeyMigrations embed.FS
