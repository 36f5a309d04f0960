import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { ProTop } from '@widget/screens/pro/ProTop.js';
import { SecurityStep } from '@widget/screens/pro/SecurityStep.js';
import { blankValues, withoutSecrets } from '@widget/screens/pro/values.js';
import { Frame } from '../fixtures/Frame.js';
import { professional, securityQuestions } from '../fixtures/professional.js';
import { shownIn, word } from '../fixtures/words.js';

const failure = { supportPhone: '+1 206-555-0100', violations: [], onStep: fn() };

const meta = {
  title: 'Professionals/3 Security',
  component: SecurityStep,
  parameters: { frame: 'screen' },
  args: { values: blankValues(), questions: [], termsHref: '#terms', privacyHref: '#privacy', onSubmit: fn() },
  render: (args, { globals }) => (
    <Frame>
      <SecurityStep
        {...args}
        questions={securityQuestions(shownIn(globals))}
        top={<ProTop step={3} enabled={[1, 2]} onSelect={() => undefined} onBack={() => undefined} />}
      />
    </Frame>
  ),
} satisfies Meta<typeof SecurityStep>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The disclaimer leads to terms and privacy policy, beside the page that is being filled in. */
export const Empty: Story = {
  async play({ canvasElement, globals }) {
    const legal = within(canvasElement.querySelector<HTMLElement>('.cj-pro-legal') ?? canvasElement);
    for (const code of ['footer_terms', 'footer_privacy']) {
      await expect(legal.getByRole('link', { name: new RegExp(`^${word(globals, code)}`) })).toHaveAttribute('target', '_blank');
    }
  },
};

export const Filled: Story = {
  args: { values: professional },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'pro_submit') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(professional);
  },
};

export const WithErrors: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'pro_submit') }));
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 4 }) })).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** The codes differ; letters and a fifth digit never get in. */
export const CodesDiffer: Story = {
  args: { values: { ...professional, securityCodeConfirm: '' } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const again = canvas.getByLabelText(word(globals, 'pro_code_confirm'));
    await userEvent.type(again, '48a229');
    await expect(again).toHaveValue('4822');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'pro_submit') }));
    await expect(again).toHaveAccessibleDescription(new RegExp(word(globals, 'codeConfirm')));
  },
};

/** A question of one's own; emptied, it stays one's own. */
export const OwnQuestion: Story = {
  args: { values: { ...professional, securityQuestion: '' } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: word(globals, 'pro_question') }), 'own');
    const field = canvas.getByRole('textbox', { name: word(globals, 'pro_question_own_field') });
    await userEvent.type(field, 'A');
    await userEvent.clear(field);
    await expect(field).toBeVisible();
  },
};

export const Busy: Story = { args: { values: professional, isBusy: true } };

/** The account couldn't be created: try again, or call. */
export const Failed: Story = {
  args: { values: professional, failure },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('alert')).toHaveTextContent(word(globals, 'pro_failed_title'));
    await expect(canvas.getByRole('link', { name: word(globals, 'pro_failed_call', { phone: '+1 206-555-0100' }) })).toHaveAttribute(
      'href',
      'tel:+12065550100',
    );
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'try_again') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(professional);
  },
};

/** The server wants an answer of an earlier step put right: the banner leads there. */
export const FailedForAnEarlierStep: Story = {
  args: { values: professional, failure: { ...failure, violations: [{ field: 'duplicate', code: 'parent_duplicate', text: '' }] } },
  async play({ canvasElement, globals }) {
    const name = word(globals, 'pro_failed_step', { step: word(globals, 'pro_step_person') });
    await userEvent.click(within(canvasElement).getByRole('button', { name }));
    await expect(failure.onStep).toHaveBeenCalledWith(1);
  },
};

/** After a reload: what is secret has to be typed again. */
export const FailedAndReloaded: Story = { args: { values: withoutSecrets(professional), failure } };

export const TryingAgain: Story = { args: { values: professional, failure, isBusy: true } };

export const FailedOnAPhone: Story = { args: { values: professional, failure }, globals: { viewport: { value: 'phone' } } };
