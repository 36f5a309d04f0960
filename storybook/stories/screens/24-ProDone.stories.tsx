import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { defaultLanguage } from '@widget/i18n/language.js';
import { Done } from '@widget/screens/pro/Done.js';
import { withoutSecrets } from '@widget/screens/pro/values.js';
import { Frame } from '../fixtures/Frame.js';
import { personChoices, practiceChoices, professional } from '../fixtures/professional.js';
import { shownIn, word } from '../fixtures/words.js';

const entered = withoutSecrets(professional);
const choices = (lang: string) => ({ ...personChoices(lang), ...practiceChoices(lang) });

const meta = {
  title: 'Professionals/4 Welcome',
  component: Done,
  parameters: { frame: 'screen' },
  args: { firstName: 'Ruth', values: entered, choices: choices(defaultLanguage), casesHref: '#cases', onAgain: fn() },
  render: (args, { globals }) => (
    <Frame>
      <Done {...args} choices={choices(shownIn(globals))} />
    </Frame>
  ),
} satisfies Meta<typeof Done>;
export default meta;
type Story = StoryObj<typeof meta>;

/** What was entered, in words, and what to do next. */
export const Success: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const values = canvas.getAllByRole('definition').map((value) => value.textContent);
    await expect(values).toContain(word(globals, 'pro_entered_phone_extension', { phone: '+1 2065550143', extension: '12' }));
    await expect(values).toContain(
      `1200 Pine Street\nSuite 400\nAustin, Texas 78701\n${choices(shownIn(globals)).countries.find(({ code }) => code === 'US')?.name}`,
    );
    await expect(canvas.getByText(word(globals, 'pro_next_mail', { email: entered.email }))).toBeVisible();
    await expect(canvas.getByRole('link', { name: word(globals, 'pro_next_cases') })).toHaveAttribute('href', '#cases');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'pro_again') }));
    await expect(args.onAgain).toHaveBeenCalledOnce();
  },
};

export const ReferredByABenchOfficer: Story = {
  args: { values: { ...entered, hearAboutUs: 'BENCH_OFFICER', referralBenchOfficerName: 'Ana Ruiz', referralBenchOfficerPosition: 'MAGISTRATE' } },
};

export const ReferredByAColleague: Story = {
  args: { values: { ...entered, hearAboutUs: 'REFERRED_BY_COLLEAGUE', referralColleagueName: 'Tom Berg', referralColleagueRole: 'THERAPIST' } },
};

export const HeardOtherwise: Story = {
  args: { values: { ...entered, hearAboutUs: 'OTHER', referralOtherExplain: 'At a conference on children in two homes.' } },
};

/** What wasn't filled in is left out. */
export const WithoutWhatIsOptional: Story = { args: { values: { ...entered, title: '', credentials: '', phoneExtension: '', addressLine2: '' } } };

export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };
