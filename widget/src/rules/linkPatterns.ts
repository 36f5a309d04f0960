// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

// The patterns of the values in links.

export const referrerKey = /^(?:[!-~]{1,64})$/u;

export const selectionCode = /^(?:[A-Z]{1,12}[0-9])$/u;

export const linkToken = /^(?:[!-~]{1,512})$/u;
