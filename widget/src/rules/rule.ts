import * as v from 'valibot';
import type { RuleCode } from './codes.js';
import { hasEmoji, isBlank, isClean, lengthOf, normalize, type Normal } from './text.js';

/** The least and the most that a rule allows, both inclusive. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** One condition on a value, and the message code of its fault. */
export interface Check {
  readonly code: RuleCode;
  readonly args?: Bounds;
  readonly holds: (value: string) => boolean;
}

/** All conditions on one field by itself. The schema is a Standard Schema. */
export interface Rule {
  readonly normal: Normal;
  readonly checks: readonly Check[];
  /** An empty value breaks it. */
  readonly isRequired: boolean;
  readonly schema: v.GenericSchema<string, string>;
}

/** One broken rule: the same field names, codes and arguments as the server's. */
export interface Fault {
  field: string;
  code: RuleCode;
  args?: Record<string, unknown>;
}

/** A rule of a form's field. A form may have its own code for a missing value; that also makes the field required. */
export interface FieldRule {
  readonly rule: Rule;
  readonly missing?: RuleCode;
}

/** The rule of each of a form's fields, by the field's name, in the order of the form. */
export type FormRules<N extends string = string> = Readonly<Record<N, FieldRule>>;

/** The input of a form: text for each of its fields; the fields in `O` are optional. */
export type FormValues<F extends FormRules, O extends keyof F = never> = { [N in Exclude<keyof F, O>]: string } & { [N in O]?: string | undefined };

const step = (holds: (value: string) => boolean, code: RuleCode | null) => v.check<string, RuleCode | undefined>(holds, code ?? undefined);

export function defineRule(normal: Normal, required: RuleCode | null, ...checks: Check[]): Rule {
  const schema = v.pipe(
    v.string('field_required' satisfies RuleCode),
    v.transform((typed: string) => normalize(normal, typed)),
    step((value) => isClean(normal, value), 'text_characters'),
    v.transform((value: string) => (isBlank(value) ? '' : value)),
    step((value) => value !== '' || required === null, required),
    ...checks.map(({ code, holds }) => step((value) => value === '' || holds(value), code)),
  );
  return { normal, checks, isRequired: required !== null, schema };
}

export const length = (code: RuleCode, args: Bounds): Check => ({
  code,
  args,
  holds: (value) => {
    const count = lengthOf(value, args.max);
    return count >= args.min && count <= args.max;
  },
});

/** A size limit whose message has no figures. */
export const size = (code: RuleCode, { min, max }: Bounds): Check => ({
  code,
  holds: (value) => {
    const count = Array.from(value).length;
    return count >= min && count <= max;
  },
});

export const digitCount = (code: RuleCode, args: Bounds): Check => ({
  code,
  args,
  holds: (value) => /^[0-9]*$/.test(value) && value.length >= args.min && value.length <= args.max,
});

export const noEmoji = (code: RuleCode): Check => ({ code, holds: (value) => !hasEmoji(value) });

/** Matches the whole value or a part, depending on the pattern's anchors. */
export const matches = (code: RuleCode, pattern: RegExp): Check => ({ code, holds: (value) => pattern.test(value) });

/** A row for a field that another answer makes superfluous: its value is empty. */
export const absent: FieldRule = {
  rule: {
    normal: 'typed',
    checks: [],
    isRequired: false,
    schema: v.pipe(
      v.string(),
      v.transform(() => ''),
    ),
  },
};

/** Collects broken rules, in the order in which the fields are first mentioned. */
export class Faults {
  readonly #byField = new Map<string, Fault[]>();

  get found(): Fault[] {
    return [...this.#byField.values()].flat();
  }

  add(field: string, code: RuleCode, args?: Bounds | Record<string, unknown>): void {
    this.#of(field).push(args ? { field, code, args: { ...args } } : { field, code });
  }

  has(field: string): boolean {
    return this.#of(field).length > 0;
  }

  #of(field: string): Fault[] {
    const known = this.#byField.get(field) ?? [];
    this.#byField.set(field, known);
    return known;
  }

  /** Applies a rule to a field and returns the normalized value. A form may have its own code for a missing value. */
  check(field: string, rule: Rule, typed: string | null | undefined, missing?: RuleCode): string {
    this.#of(field);
    const { value, issues } = applied(rule, typed);
    const [code] = issues;
    if (code) this.report(field, rule, value === '' && code !== 'text_characters' && missing ? missing : code);
    else if (value === '' && missing) this.add(field, missing);
    return value;
  }

  /** Applies the rule of each of a form's fields and returns the normalized values. `prefix` is the form's on the wire, e.g. `coParent.`. */
  checkAll<N extends string>(
    form: FormRules<N>,
    typed: Readonly<Partial<Record<NoInfer<N>, string | null | undefined>>>,
    prefix = '',
  ): Record<N, string> {
    const names = Object.keys(form) as N[];
    const values = names.map((name) => [name, this.check(`${prefix}${name}`, form[name].rule, typed[name], form[name].missing)]);
    return Object.fromEntries(values) as Record<N, string>;
  }

  /** Applies a rule and reports every check that fails, for fields that show their requirements as a list. */
  checkEvery(field: string, rule: Rule, typed: string | undefined): string {
    const { value, issues } = applied(rule, typed);
    for (const code of issues) this.report(field, rule, code);
    return value;
  }

  private report(field: string, rule: Rule, code: RuleCode): void {
    this.add(field, code, rule.checks.find((check) => check.code === code && check.args)?.args);
  }
}

function applied(rule: Rule, typed: string | null | undefined): { value: string; issues: RuleCode[] } {
  const result = v.safeParse(rule.schema, typed ?? '');
  const issues = result.issues?.map((issue) => issue.message as RuleCode) ?? [];
  const value = result.success ? result.output : normalize(rule.normal, typed ?? '');
  return { value: isBlank(value) && issues[0] !== 'text_characters' ? '' : value, issues };
}
