// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

// What a link may carry.

export const referrerKey = /^(?:[!-~]{1,64})$/u;

export const selectionCode = /^(?:[A-Z]{1,12}[0-9])$/u;

export const linkToken = /^(?:[!-~]{1,512})$/u;
