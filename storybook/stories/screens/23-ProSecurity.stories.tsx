import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { professional, proStory } from '../fixtures/professional.js';

const users = 'POST /v2/professional/users';
const at = (server: Behavior = {}) => proStory('THREE', { ...professional, securityQuestion: '' }, server);

const meta = { title: 'Professionals/3 Security', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

/** Fills in the fields that no reload keeps; the question was kept. */
async function fill(context: Context, again = professional.securityCode) {
  const screen = await onScreen(context, 'pro_security_title');
  await screen.type('pro_answer', professional.securityAnswer);
  await screen.type('pro_code', professional.securityCode);
  await screen.type('pro_code_confirm', again);
  return screen;
}

/** The account's creation has failed before a reload of the page. */
const failed = (server: Behavior = {}) => proStory('ERROR', professional, server);

/** The disclaimer links to terms and privacy policy, in new tabs. */
export const Empty: Story = {
  async play(context) {
    const { t } = await onScreen(context, 'pro_security_title');
    const legal = within(context.canvasElement.querySelector<HTMLElement>('.cj-pro-legal') ?? context.canvasElement);
    for (const code of ['footer_terms', 'footer_privacy']) {
      await expect(legal.getByRole('link', { name: new RegExp(`^${t(code)}`) })).toHaveAttribute('target', '_blank');
    }
  },
};

export const Filled: Story = {
  ...proStory('THREE', professional),
  async play(context) {
    await fill(context);
  },
};

export const WithErrors: Story = {
  async play(context) {
    const { canvas, t, press } = await onScreen(context, 'pro_security_title');
    await press('pro_submit');
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 4 }) })).toHaveFocus();
  },
};

/** The codes differ; letters and a fifth digit are dropped. */
export const CodesDiffer: Story = {
  ...proStory('THREE', professional),
  async play(context) {
    const { canvas, t, press } = await fill(context, '48a229');
    const again = canvas.getByLabelText(t('pro_code_confirm'));
    await expect(again).toHaveValue('4822');
    await press('pro_submit');
    await expect(again).toHaveAccessibleDescription(new RegExp(t('codeConfirm')));
  },
};

/** The user's own question; emptied, it stays their own. */
export const OwnQuestion: Story = {
  async play(context) {
    const { canvas, t, field } = await onScreen(context, 'pro_security_title');
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: t('pro_question') }), 'own');
    const own = await field('pro_question_own_field');
    await userEvent.type(own, 'A');
    await userEvent.clear(own);
    await expect(own).toBeVisible();
  },
};

export const Busy: Story = {
  ...proStory('THREE', professional, { slow: [users] }),
  async play(context) {
    await (await fill(context)).keepsBusy('pro_submit', { call: users, text: 'pro_submitting' });
  },
};

/** The account couldn't be created: try again, or call. */
export const Failed: Story = {
  ...proStory('THREE', professional, { failing: { [users]: 500 } }),
  async play(context) {
    const { canvas, t, press, shows, button } = await fill(context);
    await press('pro_submit');
    await shows('pro_failed_title');
    await expect(canvas.getByRole('link', { name: t('pro_failed_call', { phone: '+1 800-555-0199' }) })).toHaveAttribute('href', 'tel:+18005550199');
    await expect(await button('try_again')).toBeVisible();
  },
};

/** The server rejects an answer of an earlier step: the banner leads there. */
export const FailedForAnEarlierStep: Story = {
  ...failed({ failing: { [users]: { status: 409, validationErrors: [{ field: 'duplicate', code: 'parent_duplicate', text: '' }] } } }),
  async play(context) {
    const { press, button, t } = await fill(context);
    await press('try_again');
    await expect(await button('pro_failed_step', { step: t('pro_step_person') })).toBeVisible();
  },
};

export const TryingAgain: Story = {
  ...failed({ slow: [users] }),
  async play(context) {
    const { press, canvas, t } = await fill(context);
    await press('try_again');
    await waitFor(() => expect(canvas.getAllByText(t('pro_submitting'))[0]).toBeInTheDocument(), patience);
  },
};

/** After a reload: the secrets must be typed again. */
export const FailedAndReloaded: Story = failed();

export const FailedOnAPhone: Story = {
  ...failed(),
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
