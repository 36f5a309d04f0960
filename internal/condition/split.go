package condition

import (
	"regexp"
	"slices"
	"strings"
)

// span is a part of a statement's text.
type span struct{ from, to int }

// clause is one condition of a statement: a member of an AND or an OR, or a clause's only condition.
type clause struct {
	span
	// without replaces the condition when it is taken out: TRUE, or FALSE as a member of an OR.
	without string
}

type token struct {
	span
	text string // keywords in upper case
}

var (
	comment  = regexp.MustCompile(`--[^\n]*`)
	spaces   = regexp.MustCompile(`\s+`)
	tokens   = regexp.MustCompile(`'(?:[^']|'')*'|[@$]?\w+(?:\.\w+)?|::|->>|->|<=|>=|<>|\S`)
	keywords = regexp.MustCompile(`^(?i:select|distinct|from|where|on|set|when|then|else|end|case|join|left|cross|inner|group|order|by|limit|for|returning|union|having|values|do|update|using|insert|into|delete|with|conflict|and|or|not|exists|between|in|is|null|as|materialized|lateral|skip|filter|any|all)$`)
	// boundary matches the words and signs around an expression.
	boundary = regexp.MustCompile(`^(SELECT|DISTINCT|FROM|WHERE|ON|SET|WHEN|THEN|ELSE|END|CASE|JOIN|LEFT|CROSS|INNER|GROUP|ORDER|BY|LIMIT|FOR|RETURNING|UNION|HAVING|VALUES|DO|UPDATE|USING|INSERT|DELETE|WITH|CONFLICT|SKIP|,|;)$`)
)

// normalize puts a statement on one line, without comments.
func normalize(sql string) string {
	sql = comment.ReplaceAllString(sql, "")
	return strings.TrimSuffix(strings.TrimSpace(spaces.ReplaceAllString(sql, " ")), ";")
}

func tokenize(sql string) (out []token) {
	for _, at := range tokens.FindAllStringIndex(sql, -1) {
		text := sql[at[0]:at[1]]
		if keywords.MatchString(text) {
			text = strings.ToUpper(text)
		}
		switch n := len(out); {
		case text == "DISTINCT" && n > 0 && out[n-1].text == "IS", text == "DISTINCT" && n > 1 && out[n-2].text == "IS":
			text = "is distinct"
		case text == "FROM" && n > 0 && out[n-1].text == "is distinct":
			text = "from" // belongs to IS DISTINCT FROM
		}
		out = append(out, token{span{at[0], at[1]}, text})
	}
	return out
}

// clauses returns every condition of a normalized statement, outer ones before those inside them.
func clauses(sql string) []clause {
	found := walk(tokenize(sql))
	slices.SortStableFunc(found, func(a, b clause) int { return a.from - b.from })
	return found
}

// walk finds the conditions of a statement, or of a part of it in parentheses.
func walk(list []token) (found []clause) {
	start, opener, simpleCase, conflict := 0, "", false, false
	flush := func(end int) {
		part := list[start:end]
		isCondition := slices.Contains([]string{"WHERE", "ON", "HAVING"}, opener) && !conflict || opener == "WHEN" && !simpleCase
		if !isCondition {
			part = afterAssignment(part)
			isCondition = len(split(part, "AND")) > 1 || len(split(part, "OR")) > 1
		}
		if isCondition && len(part) > 0 {
			found = append(found, members(part)...)
		} else {
			found = append(found, inside(part)...)
		}
	}
	for i := 0; i < len(list); i++ {
		switch text := list[i].text; {
		case text == "(":
			i = closing(list, i)
		case boundary.MatchString(text):
			flush(i)
			start, opener = i+1, text
			switch text {
			case "CASE":
				simpleCase = list[i+1].text != "WHEN"
			case "CONFLICT":
				conflict = true // its WHERE identifies an index
			case "DO":
				conflict = false
			}
		}
	}
	flush(len(list))
	return found
}

// afterAssignment drops the target of an assignment: column = …
func afterAssignment(part []token) []token {
	if len(part) > 2 && part[1].text == "=" {
		return part[2:]
	}
	return part
}

// members returns the members of a condition, and the conditions inside them.
func members(part []token) (found []clause) {
	parts, without := split(part, "OR"), "FALSE"
	if len(parts) == 1 {
		parts, without = split(part, "AND"), "TRUE"
	}
	for _, p := range parts {
		found = append(found, clause{span{p[0].from, p[len(p)-1].to}, without})
		if len(parts) > 1 && len(split(p, "AND")) > 1 {
			found = append(found, members(p)...)
			continue
		}
		for p[0].text == "NOT" {
			p = p[1:]
		}
		if p[0].text == "(" && closing(p, 0) == len(p)-1 && p[1].text != "SELECT" {
			if inner := p[1 : len(p)-1]; len(split(inner, "OR")) > 1 || len(split(inner, "AND")) > 1 {
				found = append(found, members(inner)...)
				continue
			}
		}
		found = append(found, inside(p)...)
	}
	return found
}

// inside finds the conditions in the parentheses of an expression.
func inside(part []token) (found []clause) {
	for i := 0; i < len(part); i++ {
		if part[i].text == "(" {
			end := closing(part, i)
			found = append(found, walk(part[i+1:end])...)
			i = end
		}
	}
	return found
}

// split cuts an expression at a word that isn't in parentheses.
func split(part []token, word string) (parts [][]token) {
	start, between := 0, false
	for i := 0; i < len(part); i++ {
		switch text := part[i].text; {
		case text == "(":
			i = closing(part, i)
		case text == "BETWEEN":
			between = true
		case text == "AND" && between:
			between = false
		case text == word:
			parts, start = append(parts, part[start:i]), i+1
		}
	}
	return append(parts, part[start:])
}

// closing returns the index of the parenthesis that closes the one at open.
func closing(list []token, open int) int {
	depth := 0
	for i := open; i < len(list); i++ {
		switch list[i].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic("parentheses aren't balanced")
}
