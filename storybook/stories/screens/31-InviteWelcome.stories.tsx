import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { faqLocale } from '@widget/screens/invite/faq.js';
import { onScreen, patience } from '../fixtures/flow.js';
import { byPro, inviteStory, paidFor } from '../fixtures/invitation.js';
import { word } from '../fixtures/words.js';

const at = (invited: NonNullable<Parameters<typeof inviteStory>[1]>['invited'] = {}) => inviteStory('/invite', { invited });

const meta = { title: 'Invitation/1 Welcome', ...at() } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const daniel = { name: 'Daniel' };
const byProPaid = { context: { ...byPro.context, ...paidFor.context } };

/** Every member of the family has a color and initials. */
export const ByTheOtherParent: Story = {
  async play(context) {
    const { canvas, t, button } = await onScreen(context, 'invite_welcome_title', daniel);
    await expect(canvas.getByRole('heading', { name: t('invite_welcome_family') })).toBeVisible();
    const family = canvas.getByRole('list', { name: t('invite_welcome_family') });
    await expect(within(family).getAllByRole('listitem')).toHaveLength(4);
    await expect(canvas.queryByText(t('invite_welcome_paid'))).toBeNull();
    await expect(await button('invite_get_started')).toBeVisible();
  },
};

export const PaidFor: Story = {
  ...at(paidFor),
  async play(context) {
    await (await onScreen(context, 'invite_welcome_title', daniel)).shows('invite_welcome_paid');
  },
};

export const ByAProfessional: Story = {
  ...at(byPro),
  async play(context) {
    const { canvas, t } = await onScreen(context, 'invite_welcome_title', daniel);
    await expect(canvas.getByRole('heading', { name: t('invite_welcome_pro', { pro: 'Pat Lee' }) })).toBeVisible();
  },
};

export const ByAProfessionalAndPaidFor: Story = at(byProPaid);

/** The invitation went to a phone number: no name is known. */
export const NameNotKnown: Story = {
  ...at({ registration: { parent: { firstName: '', lastName: '', email: '', phoneCountryCode: '+1', phoneNumber: '2065550143' } } }),
  async play(context) {
    await onScreen(context, 'invite_title');
  },
};

/** Only invitations of one locale have three questions and answers. */
export const MexicanSpanish: Story = {
  ...at({ context: { languageLocale: faqLocale } }),
  globals: { locale: faqLocale },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await canvas.findByRole('heading', { level: 1, name: word(globals, 'invite_welcome_title', daniel) }, patience);
    const questions = await canvas.findAllByRole('group', undefined, patience);
    await expect(questions).toHaveLength(3);
    const [first] = questions;
    const summary = first?.querySelector('summary');
    if (!first || !summary) throw new Error('a question has no summary');
    await userEvent.click(summary);
    await expect(first).toHaveAttribute('open');
  },
};

const longNames = {
  registration: { parent: { firstName: 'Maximiliano Alejand', lastName: 'Fernández de Córdob', email: 'm@example.com', phoneNumber: '' } },
  context: {
    ...byPro.context,
    familyMembers: [
      { userId: 'u1', firstName: 'Maximiliano Alejand', lastName: 'Fernández de Córdob', color: '#7a3b69', displayInitials: 'MF' },
      { userId: 'u2', firstName: 'Wilhelmina', lastName: 'Featherstonehaugh', color: '#1f6f5c', displayInitials: 'WF' },
      { firstName: 'Bo', lastName: 'Li', color: '#8a4b14', displayInitials: 'BL' },
    ],
  },
};

export const LongNames: Story = { ...at(longNames), globals: { viewport: { value: 'phone' } } };

/** The styling experiment. */
export const OnACard: Story = {
  ...at(paidFor),
  globals: { flags: 'grow722' },
  parameters: { proves: 'The other look of the invitation (grow722): the same words on a card.' },
};

export const OnACardOnAPhone: Story = {
  ...at(byPro),
  globals: { flags: 'grow722', viewport: { value: 'phone' } },
  parameters: {
    proves:
      'The other look of the invitation (grow722): the same words on a card. On a phone everything is in its place: checked by eye, and by checks/fit.ts.',
  },
};

export const OnAPhone: Story = {
  ...at(paidFor),
  globals: { viewport: { value: 'phone' } },
  parameters: { proves: 'On a phone everything is in its place: checked by eye, and by checks/fit.ts.' },
};
