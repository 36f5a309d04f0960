package sdk

// ValidateSecurityQuestion normalises a security question and its answer and checks them (5 to 100
// characters each). Answers are compared folded: see [FoldSecurityAnswer].
func ValidateSecurityQuestion(question string, answer Secret, lang string) (string, Secret, Violations) {
	v := violator{lang: lang}
	question = v.check("securityQuestion", RuleSecurityQuestion, question)
	answer = Secret(v.check("securityAnswer", RuleSecurityAnswer, answer.Reveal()))
	return question, answer, v.found
}

// FoldSecurityAnswer is what an answer is hashed and compared as: normalised, upper and lower case alike.
func FoldSecurityAnswer(answer Secret) Secret {
	normal, _ := NormalText.apply(answer.Reveal())
	return Secret(foldCase(normal))
}

// ValidateSecurityCode checks the 4-digit code and its confirmation and gives the code less white space
// around it.
func ValidateSecurityCode(code, confirm Secret, lang string) (Secret, Violations) {
	v := violator{lang: lang}
	typed := v.check("securityCode", RuleSecurityCode, code.Reveal())
	again, _ := RuleSecurityCode.Normal.apply(confirm.Reveal())
	switch {
	case again == "":
		v.add("confirmCode", CodeFieldRequired, nil)
	case again != typed:
		v.add("confirmCode", CodeCodeConfirm, nil)
	}
	return Secret(typed), v.found
}
