import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { professionalOptions } from '@fake/lookup.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { professional, proStory } from '../fixtures/professional.js';
import { shownIn } from '../fixtures/words.js';

const at = (change: Partial<typeof professional> = {}) => proStory('SUCCESS', { ...professional, ...change });

const meta = { title: 'Professionals/4 Welcome', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** The entered data, and the next steps. */
export const Success: Story = {
  async play(context) {
    const { canvas, t, button, shows } = await onScreen(context, 'pro_done_title', { name: professional.firstName });
    const country = professionalOptions('US', shownIn(context.globals)).countries.find(({ code }) => code === 'US')?.name;
    await canvas.findByText(/Austin, Texas/, undefined, patience);
    const values = canvas.getAllByRole('definition').map((value) => value.textContent);
    await expect(values).toContain(t('pro_entered_phone_extension', { phone: '+1 2065550143', extension: '12' }));
    await expect(values).toContain(`1200 Pine Street\nSuite 400\nAustin, Texas 78701\n${country}`);
    await shows('pro_next_mail', { email: professional.email });
    await expect(canvas.getByRole('link', { name: t('pro_next_cases') })).toHaveAttribute('href', '#cases');
    await expect(await button('pro_again')).toBeVisible();
  },
};

/** A play that expects a text among the shown input. */
const shows =
  (text: string): Story['play'] =>
  async (context) => {
    const { canvas } = await onScreen(context, 'pro_done_title', { name: professional.firstName });
    await canvas.findByText((shown) => shown.includes(text), undefined, patience);
  };

export const ReferredByABenchOfficer: Story = {
  ...at({ hearAboutUs: 'BENCH_OFFICER', referralBenchOfficerName: 'Ana Ruiz', referralBenchOfficerPosition: 'MAGISTRATE' }),
  play: shows('Ana Ruiz'),
};

export const ReferredByAColleague: Story = {
  ...at({ hearAboutUs: 'REFERRED_BY_COLLEAGUE', referralColleagueName: 'Tom Berg', referralColleagueRole: 'THERAPIST' }),
  play: shows('Tom Berg'),
};

const conference = 'At a conference on children in two homes.';
export const HeardOtherwise: Story = { ...at({ hearAboutUs: 'OTHER', referralOtherExplain: conference }), play: shows(conference) };

/** Empty fields are omitted. */
export const WithoutWhatIsOptional: Story = {
  ...at({ title: '', credentials: '', phoneExtension: '', addressLine2: '' }),
  async play(context) {
    const { canvas } = await onScreen(context, 'pro_done_title', { name: professional.firstName });
    await canvas.findByText(/Austin, Texas/, undefined, patience);
    await expect(canvas.queryByText(/Suite 400/)).toBeNull();
  },
};

export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
