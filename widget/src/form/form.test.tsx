// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextField } from '../fields/index.js';
import type { Violation } from '../client/types.js';
import { createI18n } from '../i18n/i18n.js';
import { SpokenContext } from '../i18n/spoken.js';
import { Root } from '../theme/index.js';
import { Form } from './Form.js';
import { partOf, useFormField, useStepForm, type Fault, type FieldsForm } from './form.js';

interface Values {
  email: string;
  coParent: { email: string };
}

const blank: Values = { email: '', coParent: { email: '' } };
const names = ['email', 'coParent.email'];
const required = (values: Values): Fault[] =>
  [
    { field: 'email', code: 'field_required', value: values.email },
    { field: 'coParent.email', code: 'field_required', value: values.coParent.email },
  ].filter(({ value }) => value === '');

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => document.body.replaceChildren());

/** A form of two fields on a screen, for a test to use as a person does. */
async function show(first: Partial<{ values: Values; check: (values: Values) => readonly Fault[]; isBusy: boolean }> = {}) {
  const i18n = await createI18n('en', ['frame', 'step']);
  const sent: Values[] = [];
  const drafts: Values[] = [];
  const EmailOf = ({ form: of }: { form: FieldsForm<{ email: string }> }) => {
    const field = useFormField(of, 'email');
    return <TextField {...field} label={field.name} />;
  };
  const Screen = ({ values = blank, check = required, isBusy = false, errors }: typeof first & { errors?: readonly Violation[] | undefined }) => {
    const form = useStepForm<Values>({
      values,
      check,
      serverErrors: errors,
      isBusy,
      onSubmit: (given) => sent.push(given),
      onDraft: (given) => drafts.push(given),
    });
    return (
      <Form form={form}>
        <EmailOf form={form} />
        <EmailOf form={partOf(form, 'coParent')} />
      </Form>
    );
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (props: Parameters<typeof Screen>[0]) =>
    act(() =>
      root.render(
        <SpokenContext value={i18n}>
          <Root theme="light" lang="en" headingLevel={1}>
            <Screen {...first} {...props} />
          </Root>
        </SpokenContext>,
      ),
    );
  draw({});
  const field = (name: string) => place.querySelector<HTMLInputElement>(`[data-field="${name}"]`);
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  return {
    sent,
    drafts,
    /** Draws it with the server's answer. */
    answer: (errors: readonly Violation[] | undefined, more: object = {}) => draw({ errors, ...more }),
    draw,
    type: (name: string, text: string) =>
      act(async () => {
        write?.call(field(name), text);
        field(name)?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    press: () => act(async () => void place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))),
    /** Returns the fields marked as wrong. */
    wrong: () => names.filter((name) => field(name)?.getAttribute('aria-invalid') === 'true'),
    /** Returns the messages above the form. */
    summary: () => Array.from(place.querySelectorAll('.cj-summary-list li'), (item) => item.textContent?.trim()),
    isSummaryFocused: () => document.activeElement?.classList.contains('cj-summary') === true,
    focus: (name: string) => act(() => field(name)?.focus()),
  };
}

const taken: readonly Violation[] = [{ field: 'coParent.email', code: 'email_invalid', text: 'Taken.' }];
const filled: Values = { email: 'maya@example.com', coParent: { email: 'daniel@example.com' } };
const placeless = (field: string): readonly Violation[] => [{ field, code: 'nobody_knows', text: 'Something else.' }];

test('Continue sends valid input only; every change is validated and kept as a draft', async () => {
  const { type, press, wrong, summary, sent, drafts } = await show();
  await type('email', 'maya@example.com');
  expect(wrong()).toEqual([]);
  await press();
  expect({ wrong: wrong(), summary: summary().length, sent }).toEqual({ wrong: ['coParent.email'], summary: 1, sent: [] });
  await type('coParent.email', 'daniel@example.com');
  expect({ wrong: wrong(), summary: summary() }).toEqual({ wrong: [], summary: [] });
  await press();
  expect({ sent, drafts }).toEqual({ sent: [filled], drafts: [{ email: 'maya@example.com', coParent: { email: '' } }, filled] });
});

test('a field that has just become required has no error before Continue', async () => {
  const check = (values: Values) => required(values).filter(({ field }) => field === 'email' || values.email === 'other');
  const { type, press, wrong, summary } = await show({ check });
  await press();
  expect(wrong()).toEqual(['email']);
  await type('email', 'other');
  expect({ wrong: wrong(), summary: summary() }).toEqual({ wrong: [], summary: [] });
  await type('coParent.email', 'd');
  await type('coParent.email', '');
  expect(wrong()).toEqual([]);
  await press();
  expect({ wrong: wrong(), summary: summary().length }).toEqual({ wrong: ['coParent.email'], summary: 1 });
});

test('a form with a pending call sends nothing more', async () => {
  const { press, draw, sent } = await show({ values: filled });
  await press();
  draw({ isBusy: true });
  await press();
  await press();
  expect(sent).toHaveLength(1);
});

test('a server’s field error disappears, beside it and above, when that field changes, and no other', async () => {
  const { answer, type, wrong, summary } = await show({ values: filled });
  answer(taken);
  expect({ wrong: wrong(), summary: summary() }).toEqual({ wrong: ['coParent.email'], summary: [expect.stringContaining('coParent.email')] });
  await type('email', 'other@example.com');
  expect({ wrong: wrong(), summary: summary().length }).toEqual({ wrong: ['coParent.email'], summary: 1 });
  await type('coParent.email', 'free@example.com');
  expect({ wrong: wrong(), summary: summary() }).toEqual({ wrong: [], summary: [] });
  // The server's fault is about that text: typed again, it is wrong again.
  await type('coParent.email', 'daniel@example.com');
  expect(wrong()).toEqual(['coParent.email']);
  answer([]);
  expect({ wrong: wrong(), summary: summary() }).toEqual({ wrong: [], summary: [] });
});

test('an error without a field stays until the next response, and is no link', async () => {
  const { answer, type, summary } = await show({ values: filled });
  answer(placeless('order'));
  await type('email', 'other@example.com');
  expect(summary()).toEqual(['Something else.']);
  answer([]);
  expect(summary()).toEqual([]);
});

test('the summary takes the focus at every failure, the form’s own and the server’s', async () => {
  const { press, type, answer, focus, isSummaryFocused } = await show();
  await press();
  expect(isSummaryFocused()).toBe(true);
  focus('email');
  await type('email', 'maya@example.com');
  expect(isSummaryFocused()).toBe(false);
  await press();
  expect(isSummaryFocused()).toBe(true);

  await type('coParent.email', 'daniel@example.com');
  answer(taken);
  expect(isSummaryFocused()).toBe(true);
  focus('email');
  // The same text once more, in another answer.
  answer([...taken]);
  expect(isSummaryFocused()).toBe(true);
  focus('email');
  answer([]);
  expect(isSummaryFocused()).toBe(false);
});

test('a list that loads later can clear an error or cause one', async () => {
  const { press, draw, wrong } = await show();
  await press();
  await act(async () => draw({ check: () => [{ field: 'email', code: 'email_invalid' }] }));
  expect(wrong()).toEqual(['email']);
});
