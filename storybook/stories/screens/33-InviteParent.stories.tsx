import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { useText } from '@widget/i18n/useText.js';
import { InviteParentStep, type InviteParentStepProps } from '@widget/screens/invite/InviteParentStep.js';
import { completeParent, InviteFrame, InviteStepTop, knownParent, questionsOf } from '../fixtures/invitation.js';
import { countryCodes } from '../fixtures/people.js';
import { referralsOf } from '../fixtures/places.js';
import { word } from '../fixtures/words.js';

type ScreenProps = Omit<InviteParentStepProps, 'countryCodes' | 'referrals' | 'questions'> & { walk: 'paid' | 'paying' };

function Screen({ walk, ...props }: ScreenProps) {
  const { lang } = useText();
  return (
    <InviteFrame>
      <InviteParentStep
        {...props}
        top={<InviteStepTop walk={walk} at={0} />}
        countryCodes={countryCodes}
        referrals={referralsOf(lang)}
        questions={questionsOf(lang)}
      />
    </InviteFrame>
  );
}

const meta = {
  title: 'Invitation/3 Your account',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { values: knownParent, walk: 'paying', isSecuritySaved: false, onChangeSecurity: fn(), onSubmit: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

const next = (globals: Record<string, unknown>) => ({ name: word(globals, 'continue') });

/** What the invitation knows stands there; the rest is asked for. */
export const AsInvited: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('heading', { level: 1, name: word(globals, 'parent_title') })).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: word(globals, 'field_first_name') })).toHaveValue('Daniel');
    await userEvent.click(canvas.getByRole('button', next(globals)));
    // Phone, referral, question, answer, code and its repetition.
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 6 }) })).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const Filled: Story = {
  args: { values: completeParent },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', next(globals)));
    await expect(args.onSubmit).toHaveBeenCalledWith(completeParent);
  },
};

export const CodesDiffer: Story = {
  args: { values: { ...completeParent, confirmCode: '8362' } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', next(globals)));
    await expect(canvas.getByLabelText(word(globals, 'invite_security_confirm'))).toHaveAccessibleDescription(
      new RegExp(word(globals, 'codeConfirm').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    );
  },
};

/** A question of one's own has a field of its own. */
export const OwnQuestion: Story = {
  args: { values: { ...completeParent, securityQuestion: 'Where did we meet?' } },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('textbox', { name: word(globals, 'invite_security_question_text') })).toHaveValue(
      'Where did we meet?',
    );
  },
};

export const OtherReferral: Story = { args: { values: { ...completeParent, referral: { selection: 'OTHER', other: '' } } } };

/** Come back to: question and code aren't asked for again. */
export const SecuritySaved: Story = {
  args: { values: { ...completeParent, securityAnswer: '', securityCode: '', confirmCode: '' }, isSecuritySaved: true },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'invite_security_change') }));
    await expect(args.onChangeSecurity).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole('button', next(globals)));
    await expect(args.onSubmit).toHaveBeenCalledOnce();
  },
};

export const RefusedByTheServer: Story = {
  args: { values: completeParent, errors: [{ field: 'duplicate', code: 'parent_duplicate', text: 'Duplicate' }] },
};

export const PaidFor: Story = { args: { walk: 'paid' } };

export const Saving: Story = { args: { values: completeParent, isBusy: true } };

export const Offline: Story = {
  render: (args, { globals }) => <Screen {...args} failure={word(globals, 'offline_message')} />,
};

export const OnACard: Story = { globals: { flags: 'grow722' } };

export const OnAPhone: Story = { args: { values: completeParent }, globals: { viewport: { value: 'phone' } } };
