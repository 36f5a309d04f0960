-- +goose Up
ALTER TABLE accounts VALIDATE CONSTRAINT accounts_check;
