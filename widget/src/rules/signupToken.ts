// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

export const signupToken = /^(?:signup_[!-~]{1,121})$/u;
