import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { defaultLanguage } from '@widget/i18n/language.js';
import type { PracticeChoices } from '@widget/screens/pro/choices.js';
import { PracticeStep } from '@widget/screens/pro/PracticeStep.js';
import { ProTop } from '@widget/screens/pro/ProTop.js';
import { blankValues } from '@widget/screens/pro/values.js';
import { Frame } from '../fixtures/Frame.js';
import { practiceChoices, professional } from '../fixtures/professional.js';
import { shownIn, word } from '../fixtures/words.js';

const texas = practiceChoices(defaultLanguage);

/** The lists of a story in its language, but for those that the story is about. */
function choicesIn(lang: string, choices: PracticeChoices): PracticeChoices {
  const own = Object.entries(choices).filter(([name, list]) => list !== texas[name as keyof PracticeChoices]);
  return { ...practiceChoices(lang), ...Object.fromEntries(own) };
}

const meta = {
  title: 'Professionals/2 Your practice',
  component: PracticeStep,
  parameters: { frame: 'screen' },
  args: { values: blankValues(), choices: texas, onDraft: fn(), onSubmit: fn() },
  render: (args, { globals }) => (
    <Frame>
      <PracticeStep
        {...args}
        choices={choicesIn(shownIn(globals), args.choices)}
        top={<ProTop step={2} enabled={[1]} onSelect={() => undefined} onBack={() => undefined} />}
      />
    </Frame>
  ),
} satisfies Meta<typeof PracticeStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Filled: Story = {
  args: { values: professional },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'continue') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(professional);
  },
};

export const WithErrors: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 7 }) })).toHaveFocus();
    await userEvent.click(canvas.getByRole('link', { name: `${word(globals, 'pro_roles')}: ${word(globals, 'signup_roles_error')}` }));
    await expect(canvas.getAllByRole('checkbox')[0]).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Several time zones: a list. */
export const SeveralTimeZones: Story = {
  args: { values: { ...professional, timezone: '' } },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('combobox', { name: word(globals, 'pro_timezone') })).toBeEnabled();
  },
};

/** One time zone: preset, and out of reach. */
export const OneTimeZone: Story = {
  args: {
    values: { ...professional, country: 'GB', region: 'ENG', postalCode: 'SW1A 1AA', timezone: '', roles: [] },
    choices: { ...texas, regions: [{ code: 'ENG', name: 'England' }], timeZones: [{ id: 'Europe/London', name: 'United Kingdom Time' }] },
  },
  async play({ canvasElement, args, globals }) {
    const zone = within(canvasElement).getByRole('combobox', { name: word(globals, 'pro_timezone') });
    await expect(zone).toBeDisabled();
    await expect(zone).toHaveValue('Europe/London');
    await waitFor(() => expect(args.onDraft).toHaveBeenCalledWith(expect.objectContaining({ timezone: 'Europe/London' })));
  },
};

/** No time zone known, no regions: free text. */
export const FreeText: Story = {
  args: { values: { ...professional, region: '', timezone: '' }, choices: { ...texas, regions: [], timeZones: [] } },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('textbox', { name: word(globals, 'pro_timezone') })).toBeEnabled();
  },
};

/** Another country resets time zone, region and roles, and nothing else. */
export const CountryChanged: Story = {
  args: { values: professional },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: word(globals, 'pro_country') }), 'GB');
    await waitFor(() => expect(args.onDraft).toHaveBeenCalledWith({ ...professional, country: 'GB', region: '', timezone: '', roles: [] }));
  },
};

/** Another country's lists are on their way. */
export const Loading: Story = {
  args: {
    values: { ...professional, region: '', timezone: '', roles: [] },
    choices: { ...texas, regions: undefined, timeZones: undefined, roles: undefined },
  },
};

export const ListsMissing: Story = {
  args: { choices: { ...texas, regions: [], timeZones: [], roles: undefined }, onRetryOptions: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    // What didn't come isn't said to be on its way.
    await expect(canvas.queryByText(word(globals, 'pro_loading'))).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'try_again') }));
    await expect(args.onRetryOptions).toHaveBeenCalledOnce();
  },
};

/** What only the server can know lands on its field. */
export const ErrorsOfTheServer: Story = {
  args: { values: professional, errors: [{ field: 'postalCode', code: 'postal_code_state', text: '' }] },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByRole('textbox', { name: word(globals, 'pro_zip') })).toHaveAttribute('aria-invalid', 'true');
  },
};

export const Busy: Story = { args: { values: professional, isBusy: true } };

export const OnAPhone: Story = { args: { values: professional }, globals: { viewport: { value: 'phone' } } };
