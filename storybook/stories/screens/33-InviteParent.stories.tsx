import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import type { Behavior } from '@fake/server.js';
import { parentOptions } from '@fake/lookup.js';
import { tagOf } from '@widget/i18n/language.js';
import { flowStory, onScreen, patience } from '../fixtures/flow.js';
import { inviteStory, known, paidFor } from '../fixtures/invitation.js';

const path = '/invite/step1';

/** Step 1 was saved before, and is open again. */
const saved = (server: Behavior = {}) => inviteStory(path, { invited: { registration: known }, server });

const meta = { title: 'Invitation/3 Your account', ...inviteStory(path) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = Parameters<typeof onScreen>[0];

/** A story with typed, unsent values: no secret is kept. */
const typed = (change: object = {}) => {
  const { parent, referral } = known;
  return flowStory((_, locale) => {
    const securityQuestion = parentOptions(tagOf(locale)).securityQuestions[0]?.label;
    const values = { ...parent, referral: { ...referral, other: '' }, securityQuestion, ...change };
    return { path, invite: { drafts: { 'invite parent': values } } };
  });
};

async function fillSecrets(context: Context, again = '8361') {
  const screen = await onScreen(context, 'parent_title');
  await screen.type('invite_security_answer', 'Rex the dog');
  await screen.type('invite_security_code', '8361');
  await screen.type('invite_security_confirm', again);
  return screen;
}

/** The invitation's data are filled in; the rest is empty. */
export const AsInvited: Story = {
  async play(context) {
    const { canvas, t, press, field } = await onScreen(context, 'parent_title');
    await expect(await field('field_first_name')).toHaveValue('Daniel');
    await press('continue');
    // Phone, referral, question, answer, code and its repetition.
    await expect(canvas.getByRole('group', { name: t('summary_title', { count: 6 }) })).toHaveFocus();
  },
};

export const Filled: Story = {
  ...typed(),
  async play(context) {
    const { canvas, t } = await fillSecrets(context);
    // Once the suggestions are loaded, the list shows a suggested question as chosen.
    const question = canvas.getByRole('combobox', { name: t('invite_security_question') });
    await waitFor(() => expect(question).toHaveDisplayValue(t('security_question_first_pet')), patience);
    await expect(canvas.queryByLabelText(t('invite_security_question_text'))).toBeNull();
  },
};

export const CodesDiffer: Story = {
  ...typed(),
  async play(context) {
    const { canvas, t, press } = await fillSecrets(context, '8362');
    await press('continue');
    await expect(canvas.getByLabelText(t('invite_security_confirm'))).toHaveAccessibleDescription(
      new RegExp(t('codeConfirm').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    );
  },
};

/** The user's own question has its own field. */
export const OwnQuestion: Story = {
  ...typed({ securityQuestion: 'Where did we meet?' }),
  async play(context) {
    const { field } = await onScreen(context, 'parent_title');
    const own = await field('invite_security_question_text');
    await expect(own).toHaveValue('Where did we meet?');
    // An emptied question is still the user's own.
    await userEvent.clear(own);
    await userEvent.type(own, 'Where was it?');
    await expect(own).toHaveValue('Where was it?');
  },
};

export const OtherReferral: Story = typed({ referral: { selection: 'OTHER', other: '' } });

/** A second visit: question and code stay, unless the user wants to change them. */
export const SecuritySaved: Story = {
  ...saved(),
  async play(context) {
    const { canvas, t, button } = await onScreen(context, 'parent_title');
    await expect(await button('invite_security_change')).toBeVisible();
    await expect(canvas.queryByLabelText(t('invite_security_code'))).toBeNull();
  },
};

export const RefusedByTheServer: Story = {
  ...saved({
    failing: {
      'PUT /v1/invite/registration': { status: 409, validationErrors: [{ field: 'duplicate', code: 'parent_duplicate', text: 'Duplicate' }] },
    },
  }),
  async play(context) {
    const { press, canvas, t } = await onScreen(context, 'parent_title');
    await press('continue');
    await canvas.findByText(t('parent_duplicate'), { exact: false }, patience);
  },
};

export const PaidFor: Story = inviteStory(path, { invited: paidFor });

export const Saving: Story = {
  ...saved({ slow: ['PUT /v1/invite/registration'] }),
  async play(context) {
    await (await onScreen(context, 'parent_title')).keepsBusy('continue', { call: 'PUT /v1/invite/registration' });
  },
};

export const Offline: Story = {
  ...saved({ offline: ['PUT /v1/invite/registration'] }),
  async play(context) {
    const { press, shows } = await onScreen(context, 'parent_title');
    await press('continue');
    await shows('offline_message');
  },
};

export const OnACard: Story = {
  globals: { flags: 'grow722' },
  parameters: { proves: 'The other look of the invitation (grow722): the same words on a card.' },
};

export const OnAPhone: Story = { ...typed(), globals: { viewport: { value: 'phone' } } };
