import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { defaultLanguage } from '@widget/i18n/language.js';
import { PersonStep } from '@widget/screens/pro/PersonStep.js';
import { ProTop } from '@widget/screens/pro/ProTop.js';
import { defaultChoices } from '@widget/screens/pro/choices.js';
import { blankValues } from '@widget/screens/pro/values.js';
import { Frame } from '../fixtures/Frame.js';
import { personChoices, professional } from '../fixtures/professional.js';
import { shownIn, word } from '../fixtures/words.js';

const meta = {
  title: 'Professionals/1 You',
  component: PersonStep,
  parameters: { frame: 'screen' },
  args: {
    values: blankValues(),
    choices: personChoices(defaultLanguage),
    loginHref: '#login',
    passwordHref: '#password',
    supportPhone: '+1 800 555 0100',
    onSubmit: fn(),
  },
  render: (args, { globals }) => (
    <Frame>
      <PersonStep
        {...args}
        choices={args.isLoading ? args.choices : personChoices(shownIn(globals))}
        top={<ProTop step={1} enabled={[]} onSelect={() => undefined} onBack={() => undefined} />}
      />
    </Frame>
  ),
} satisfies Meta<typeof PersonStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Continue sends what was typed; letters never get into the extension. */
export const Filled: Story = {
  args: { values: professional },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: word(globals, 'pro_extension') }), 'ab3');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(args.onSubmit).toHaveBeenCalledWith({ ...professional, phoneExtension: '123' });
  },
};

/** Each message in the summary and beside its field, and nothing is sent. */
export const WithErrors: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 5 }) })).toHaveFocus();
    await expect(canvas.getByRole('combobox', { name: word(globals, 'pro_hear') })).toHaveAccessibleDescription(
      word(globals, 'signup_hearAboutUs_error'),
    );
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** A bench officer: name and position. */
export const BenchOfficer: Story = {
  args: { values: { ...professional, hearAboutUs: 'BENCH_OFFICER' } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const position = canvas.getByRole('combobox', { name: word(globals, 'pro_bench_position') });
    // EMPTY is no choice, it is the words for none.
    await expect(within(position).getAllByRole('option')).toHaveLength(3);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 2 }) })).toHaveFocus();
  },
};

/** A colleague: name and role. */
export const Colleague: Story = { args: { values: { ...professional, hearAboutUs: 'REFERRED_BY_COLLEAGUE', referralColleagueName: 'Tom Berg' } } };

/** Another way: explained, in at most 200 characters. */
export const Other: Story = {
  args: { values: { ...professional, hearAboutUs: 'OTHER', referralOtherExplain: 'x'.repeat(201) } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(word(globals, 'pro_other_count', { count: 201, max: 200 }))).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('textbox', { name: word(globals, 'pro_other') })).toHaveAttribute('aria-invalid', 'true');
  },
};

/** The validator answered that the e-mail has an account. */
export const Duplicate: Story = {
  args: { values: professional, errors: [{ field: 'duplicate', code: 'parent_duplicate', text: '' }] },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(word(globals, 'pro_duplicate_help'))).toBeVisible();
    await expect(canvas.getByRole('link', { name: /\s555\s0100$/ })).toHaveAttribute('href', 'tel:+18005550100');
    await expect(canvas.getByRole('textbox', { name: word(globals, 'field_email') })).toHaveValue('ruth.lindqvist@example.com');
  },
};

/** The lists are on their way. */
export const Loading: Story = { args: { isLoading: true, choices: defaultChoices(defaultLanguage).person } };

export const ListsMissing: Story = { args: { onRetryOptions: fn() } };

export const Busy: Story = { args: { values: professional, isBusy: true } };

export const Slow: Story = { args: { values: professional, isBusy: true, isSlow: true } };

export const OnAPhone: Story = { args: { values: professional }, globals: { viewport: { value: 'phone' } } };
