package form

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ValidateSecurityQuestion normalises a security question and its answer and checks them (5 to 100
// characters each). Answers are compared folded: see [FoldSecurityAnswer].
func ValidateSecurityQuestion(question string, answer secret.Secret, lang string) (string, secret.Secret, fault.Violations) {
	v := Violator{Lang: lang}
	question = v.Check("securityQuestion", RuleSecurityQuestion, question)
	answer = secret.Secret(v.Check("securityAnswer", RuleSecurityAnswer, answer.Reveal()))
	return question, answer, v.Found
}

// FoldSecurityAnswer is what an answer is hashed and compared as: normalised, upper and lower case alike.
func FoldSecurityAnswer(answer secret.Secret) secret.Secret {
	normal, _ := NormalText.Apply(answer.Reveal())
	return secret.Secret(foldCase(normal))
}

// ValidateSecurityCode checks the 4-digit code and its confirmation and gives the code less white space
// around it.
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
