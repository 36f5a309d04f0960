import { FormApi, revalidateLogic, type AnyFormApi } from '@tanstack/form-core';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type SyntheticEvent } from 'react';
import type { Violation } from '../client/types.js';
import { useText } from '../i18n/useText.js';

/** A broken rule found in the browser: the same codes and field names as the server's. */
export type Fault = Pick<Violation, 'field' | 'code'> & Partial<Violation>;

export interface StepFormOptions<V extends object> {
  /** The initial values. */
  values: V;
  /** Returns every broken rule, in the order of the form. */
  check: (values: V) => readonly Fault[];
  /** The server's last faults; each is shown at its field until the field changes. A new array is a new answer. */
  serverErrors?: readonly Violation[] | undefined;
  /** Blocks a second submit while the first is running. */
  isBusy: boolean;
  onSubmit: (values: V) => void;
  /** Called with every change, so that a reload loses nothing. */
  onDraft?: ((values: V) => void) | undefined;
}

/** The server's faults, and the values at that time. */
interface Answer {
  errors: readonly Violation[];
  at: object;
}

/** The part of TanStack's form that a field needs. */
type Api = Pick<AnyFormApi, 'store' | 'state' | 'setFieldValue' | 'getFieldMeta'>;

/** The part of a form that its fields need. A form with more fields fits wherever one with fewer is expected. */
export interface FieldsForm<V> {
  /** TanStack's form. A field subscribes to its own value and errors by its name on the wire, e.g. `children[0].email`. */
  api: Api;
  answer: Answer;
  /** The name of this part of the form on the wire, e.g. `children[0]`; empty for the whole form. */
  path: string;
  /** The current values, without a subscription. */
  get: () => V;
}

/** A form that is checked on Continue, and after that on every change. A change doesn't render its screen: fields subscribe themselves. */
export interface StepForm<V extends object> extends FieldsForm<V> {
  set(change: Partial<V>): void;
  /** For the form element. */
  onSubmit: (event?: SyntheticEvent) => void;
  /** The number of failed submissions, here or at the server. */
  attempt: number;
}

/** A form's interface to one field. */
export interface Bound<T> {
  name: string;
  value: T;
  onChange: (value: T) => void;
  errorMessage: string | undefined;
}

/** Names of faults that belong to no field: the summary can't link to one. */
const placeless = new Set(['duplicate', 'duplicateWarning', 'unknown', 'pricing', 'nonce', 'order', 'order.packageId', 'promoCodes']);

/** A fault and its position in the form's order. */
type Placed = Fault & { at: number };

export function useStepForm<V extends object>({ values, check, serverErrors, isBusy, onSubmit, onDraft }: StepFormOptions<V>): StepForm<V> {
  const [failures, setFailures] = useState(0);
  const [answers, setAnswers] = useState(0);
  const [answer, setAnswer] = useState<Answer>({ errors: [], at: values });
  const options = {
    defaultValues: values,
    validationLogic: revalidateLogic(),
    // Data that has loaded since may have corrected a fault: submitting checks again.
    canSubmitWhenInvalid: true,
    onSubmit: ({ value }: { value: V }) => onSubmit(value),
    // TanStack doesn't call our check while a field has an earlier fault, but each Continue may find more.
    onSubmitInvalid: () => {
      void api.validate('change');
      setFailures((n) => n + 1);
    },
  };
  // TanStack's form without its React binding, which adds components that no form here uses and doubles the weight.
  const [api] = useState(() => new FormApi(options));
  useEffect(() => api.mount(), [api]);
  useLayoutEffect(() => api.update({ ...options, validators: api.options.validators }));
  // Newly loaded lists change the faults: after an attempt the form is checked again.
  useLayoutEffect(() => {
    let tried: Tried | undefined;
    const shownFaults = (value: V) => {
      const faults = check(value);
      const attempts = api.state.submissionAttempts;
      if (tried?.attempts !== attempts) tried = { attempts, values: value, fields: new Set(faults.map(({ field }) => field)) };
      return errorsOf(faults.filter(({ field }) => isShown(field, value, tried)));
    };
    api.update({ ...api.options, validators: { onDynamic: ({ value }) => shownFaults(value) } });
    if (api.state.submissionAttempts > 0) void api.validate('change');
  }, [api, check]);

  // A new answer of the server belongs to the values at its arrival.
  if (serverErrors !== undefined && serverErrors !== answer.errors) {
    setAnswer({ errors: serverErrors, at: api.state.values });
    if (serverErrors.length > 0) setAnswers((n) => n + 1);
  }

  const draft = useRef(onDraft);
  useEffect(() => {
    draft.current = onDraft;
  }, [onDraft]);
  useEffect(() => {
    let last = api.state.values;
    const subscription = api.store.subscribe(() => {
      if (api.state.values === last) return;
      last = api.state.values;
      draft.current?.(last);
    });
    return () => subscription.unsubscribe();
  }, [api]);

  const get = useCallback(() => api.state.values, [api]);
  const set = useCallback(
    (change: Partial<V>) => {
      for (const [key, value] of Object.entries(change)) api.setFieldValue(key as never, value as never);
    },
    [api],
  );
  return {
    api,
    answer,
    path: '',
    attempt: failures + answers,
    get,
    set,
    onSubmit: (event) => {
      event?.preventDefault();
      if (!isBusy) void api.handleSubmit();
    },
  };
}

/** Returns one object or one item of a form's values, as its own form. */
export function partOf<V, K extends keyof V & (string | number)>(form: FieldsForm<V>, key: K): FieldsForm<V[K]> {
  return { api: form.api, answer: form.answer, path: pathOf(form, key), get: () => form.get()[key] };
}

/** Returns the name of a field on the wire. */
function pathOf({ path }: Pick<FieldsForm<unknown>, 'path'>, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Connects a field to its form. Only this field renders on its input. */
export function useFormField<V, N extends keyof V & string>(form: FieldsForm<V>, key: N): Bound<V[N]> {
  const t = useText();
  const { api, answer } = form;
  const name = pathOf(form, key);
  const value = useStored(api, () => form.get()[key]);
  const own = useStored(api, () => ownFaults(api.getFieldMeta(name))[0]);
  const onChange = useCallback((next: V[N]) => api.setFieldValue(name, next), [api, name]);
  const fault = own ?? answer.errors.find(({ field }) => field === name && sameText(value, valueAt(answer.at, name)));
  return { name, value, onChange, errorMessage: fault && t.violation(fault) };
}

/** Selects a value of a form, or one computed from several; only a different one renders the caller. */
export function useFormValue<V, T>(form: FieldsForm<V>, select: (values: V) => T): T {
  return useStored(form.api, () => select(form.get()));
}

/** Selects from a form's state. `read` must return the same object as long as nothing changes. */
function useStored<T>({ store }: Pick<Api, 'store'>, read: () => T): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = store.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [store],
  );
  return useSyncExternalStore(subscribe, read, read);
}

function ownFaults(meta: { errorMap: { onDynamic?: unknown } } | undefined): readonly Placed[] {
  return (meta?.errorMap.onDynamic ?? []) as readonly Placed[];
}

/** Returns the messages of the summary, in the order of the form. */
export function useSummary({ api, answer }: FieldsForm<object>): { field?: string; message: string }[] {
  const t = useText();
  // As JSON text, which stays equal while the faults do: TanStack's object is new with every keystroke.
  const faults = useStored(api, () => JSON.stringify(Object.values(api.state.fieldMeta).flatMap(ownFaults)));
  // Without a server answer it stays the same on any input.
  const values = useStored(api, () => (answer.errors.length > 0 ? (api.state.values as object) : answer.at));
  return useMemo(() => {
    const own = JSON.parse(faults) as Placed[];
    own.sort((a, b) => a.at - b.at);
    const taken = new Set(own.map(({ field }) => field));
    const server = answer.errors.filter(
      ({ field }) => !taken.has(field) && (placeless.has(field) || sameText(valueAt(values, field), valueAt(answer.at, field))),
    );
    return [...own, ...server].map((fault) => ({ ...(placeless.has(fault.field) ? {} : { field: fault.field }), message: t.violation(fault) }));
  }, [faults, values, answer, t]);
}

/** The form at the last press of Continue. */
interface Tried {
  attempts: number;
  values: object;
  /** Fields with a fault at that time. */
  fields: ReadonlySet<string>;
}

/** Reports whether a fault is shown. A field that another answer has just added isn't wrong before Continue. */
function isShown(field: string, values: object, tried: Tried | undefined): boolean {
  if (!tried || tried.fields.has(field)) return true;
  return !isBlank(valueAt(values, field)) || !isBlank(valueAt(tried.values, field));
}

const isBlank = (value: unknown) => value === undefined || value === '';

/** Converts faults to the result of TanStack's validators. */
function errorsOf(faults: readonly Fault[]): { fields: Record<string, Placed[]> } | undefined {
  if (faults.length === 0) return undefined;
  const fields: Record<string, Placed[]> = {};
  for (const [at, fault] of faults.entries()) (fields[fault.field] ??= []).push({ ...fault, at });
  return { fields };
}

/** Reads a value by its name on the wire: `children[0].email`, `coParent.email`; in a flat form by the last part. */
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
