// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.
/* oxlint-disable no-control-regex -- the pattern forbidden has to match control characters */

/** White space as Unicode defines it, plus the byte order mark. */
export const space = /[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]/u;

/** Characters that no text but a password may hold: control characters, U+FFFD (the replacement for broken Unicode), and overrides of the reading order. */
export const forbidden = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/u;

/** The zero of every digit set that keyboards type. The nine characters after each zero are its 1 to 9. */
export const digitZeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

/** Curly quotes, and what they are made into. */
export const quotes = [
  { curly: /[\u2018-\u201b]/gu, straight: "'" },
  { curly: /[\u201c-\u201f]/gu, straight: '"' },
];

export const email =
  /^(?:[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+)$/u;

export const usernameStart = /^(?:(?:[^@][\s\S]*)?)$/u;

export const username = /^(?:[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff0-9_,.@'-]*)$/u;

export const passwordLetter = /\p{L}/u;

export const passwordNumber = /\p{Nd}/u;

export const passwordSymbol = /[\p{P}\p{S}]/u;
