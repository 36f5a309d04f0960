import { useForm, useStore } from '@tanstack/react-form';
import { useCallback, useEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react';
import type { Violation } from '../client/types.js';
import { useText } from '../i18n/useText.js';

/** A broken rule found in the browser: the same codes and field names as the server's. */
export type Fault = Pick<Violation, 'field' | 'code'> & Partial<Violation>;

export interface StepFormOptions<V extends object> {
  /** What the form begins with. */
  values: V;
  /** Every broken rule at once, in the order of the form. */
  check: (values: V) => readonly Fault[];
  /** What the server said last; each is shown beside its field until the field changes. A new array is a new answer. */
  serverErrors?: readonly Violation[] | undefined;
  /** Guards against a second submit while the first is under way. */
  isBusy: boolean;
  onSubmit: (values: V) => void;
  /** Called with every change, so that a reload loses nothing. */
  onDraft?: ((values: V) => void) | undefined;
}

/** One field's share of a form. */
export interface Bound<T> {
  name: string;
  value: T;
  onChange: (value: T) => void;
  errorMessage: string | undefined;
}

/** A form that checks on Continue, and from then on with every change. */
export interface StepForm<V extends object> {
  values: V;
  set: (change: Partial<V>) => void;
  /** Value, handler and message of a field of the form's own, e.g. `email`. `field` is its name on the wire where that differs. */
  bind: <K extends keyof V & string>(key: K, field?: string) => Bound<V[K]>;
  /** What is wrong with a field, by its name on the wire. */
  errorOf: (field: string) => string | undefined;
  /** For the form element. */
  onSubmit: (event?: SyntheticEvent) => void;
  /** For the error summary: all that is wrong, and how often Continue has failed. */
  summary: { errors: { field?: string; message: string }[]; attempt: number; title: string };
}

/** Fields that aren't fields: what is said of them has nowhere to lead to. */
const placeless = new Set(['duplicate', 'duplicateWarning', 'unknown', 'pricing', 'nonce', 'order', 'order.packageId', 'promoCodes']);

export function useStepForm<V extends object>({ values: initial, check, serverErrors, isBusy, onSubmit, onDraft }: StepFormOptions<V>): StepForm<V> {
  const say = useText();
  const [failures, setFailures] = useState(0);
  const [answer, setAnswer] = useState<{ errors: readonly Violation[]; at: V }>({ errors: [], at: initial });
  const [answers, setAnswers] = useState(0);
  const form = useForm({ defaultValues: initial, onSubmit: ({ value }) => onSubmit(value) });
  const values = useStore(form.store, (state) => state.values);
  const draft = useRef(onDraft);
  useEffect(() => {
    draft.current = onDraft;
  }, [onDraft]);

  // A new answer of the server belongs to what was typed when it came.
  if (serverErrors !== undefined && serverErrors !== answer.errors) {
    setAnswer({ errors: serverErrors, at: values });
    if (serverErrors.length > 0) setAnswers((n) => n + 1);
  }

  const faults = useMemo(() => {
    const own = failures > 0 ? check(values) : [];
    const taken = new Set(own.map((fault) => fault.field));
    const server = answer.errors.filter(
      ({ field }) => !taken.has(field) && (placeless.has(field) || sameText(valueAt(values, field), valueAt(answer.at, field))),
    );
    return [...own, ...server];
  }, [failures, check, values, answer]);

  const errorOf = (field: string) => {
    const fault = faults.find((f) => f.field === field);
    return fault && say.violation(fault);
  };
  const set = useCallback(
    (change: Partial<V>) => {
      for (const [key, value] of Object.entries(change)) form.setFieldValue(key as never, value as never);
      draft.current?.({ ...form.state.values, ...change });
    },
    [form],
  );
  const errors = faults.map((fault) => ({ ...(placeless.has(fault.field) ? {} : { field: fault.field }), message: say.violation(fault) }));
  return {
    values,
    set,
    errorOf,
    bind: (key, field = key) => ({
      name: field,
      value: values[key],
      onChange: (value) => set({ [key]: value } as unknown as Partial<V>),
      errorMessage: errorOf(field),
    }),
    onSubmit: (event) => {
      event?.preventDefault();
      if (isBusy) return;
      if (check(form.state.values).length > 0) {
        setFailures((n) => n + 1);
        return;
      }
      void form.handleSubmit();
    },
    summary: {
      errors,
      attempt: failures + answers,
      title: errors.length === 1 ? say('summary_title_1') : say('summary_title_n', { count: errors.length }),
    },
  };
}

/** Reads a value by its name on the wire: `children[0].email`, `coParent.email`; a form that is flat is read by the last part. */
function valueAt(values: object, field: string): unknown {
  const parts = field.split(/[.[\]]+/).filter(Boolean);
  let at: unknown = values;
  for (const part of parts) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  const last = parts.at(-1);
  return at === undefined && last !== undefined ? (values as Record<string, unknown>)[last] : at;
}

function sameText(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
