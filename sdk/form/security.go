package form

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ValidateSecurityQuestion normalizes and checks a security question and its answer (5 to 100 characters each).
// Answers are compared folded: see [FoldSecurityAnswer].
func ValidateSecurityQuestion(question string, answer secret.Secret, lang string) (string, secret.Secret, fault.Violations) {
	v := Violator{Lang: lang}
	question = v.Check("securityQuestion", RuleSecurityQuestion, question)
	answer = secret.Secret(v.Check("securityAnswer", RuleSecurityAnswer, answer.Reveal()))
	return question, answer, v.Found
}

// FoldSecurityAnswer returns the form in which an answer is hashed and compared: normalized, without case.
func FoldSecurityAnswer(answer secret.Secret) secret.Secret {
	normal, _ := NormalText.Apply(answer.Reveal())
	return secret.Secret(foldCase(normal))
}

// ValidateSecurityCode checks the 4-digit code and its confirmation, and returns the code trimmed.
func ValidateSecurityCode(code, confirm secret.Secret, lang string) (secret.Secret, fault.Violations) {
	v := Violator{Lang: lang}
	typed := v.Check("securityCode", RuleSecurityCode, code.Reveal())
	again, _ := RuleSecurityCode.Normal.Apply(confirm.Reveal())
	switch {
	case again == "":
		v.Add("confirmCode", CodeFieldRequired, nil)
	case again != typed:
		v.Add("confirmCode", CodeCodeConfirm, nil)
	}
	return secret.Secret(typed), v.Found
}
