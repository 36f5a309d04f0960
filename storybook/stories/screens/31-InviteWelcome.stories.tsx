import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { faqLocale, loadFaq, type Faq } from '@widget/screens/invite/faq.js';
import { Welcome, type WelcomeProps } from '@widget/screens/invite/Welcome.js';
import { InviteFrame, invitationOf } from '../fixtures/invitation.js';
import { word } from '../fixtures/words.js';

function Screen(props: WelcomeProps) {
  return (
    <InviteFrame>
      <Welcome {...props} />
    </InviteFrame>
  );
}

const meta = {
  title: 'Invitation/1 Welcome',
  component: Screen,
  parameters: { frame: 'screen' },
  args: { invitation: invitationOf(), firstName: 'Daniel', onStart: fn() },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Every member of the family has a colour and initials of their own. */
export const ByTheOtherParent: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(
      canvas.getByRole('heading', {
        name: word(globals, 'invite_welcome_family'),
      }),
    ).toBeVisible();
    await expect(
      within(
        canvas.getByRole('list', {
          name: word(globals, 'invite_welcome_family'),
        }),
      ).getAllByRole('listitem'),
    ).toHaveLength(4);
    await expect(canvas.queryByText(word(globals, 'invite_welcome_paid'))).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'invite_get_started') }));
    await expect(args.onStart).toHaveBeenCalledOnce();
  },
};

export const PaidFor: Story = {
  args: { invitation: invitationOf({ isPaid: true }) },
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'invite_welcome_paid'))).toBeVisible();
  },
};

export const ByAProfessional: Story = {
  args: { invitation: invitationOf({ byPro: true }) },
  async play({ canvasElement, globals }) {
    await expect(
      within(canvasElement).getByRole('heading', {
        name: word(globals, 'invite_welcome_pro', { pro: 'Pat Lee' }),
      }),
    ).toBeVisible();
  },
};

export const ByAProfessionalAndPaidFor: Story = {
  args: { invitation: invitationOf({ byPro: true, isPaid: true }) },
};

/** The invitation went to a telephone number: no name is known. */
export const NameNotKnown: Story = { args: { firstName: '' } };

/** An invitation in Mexican Spanish has three questions and answers; no other has. */
export const MexicanSpanish: Story = {
  globals: { locale: faqLocale },
  loaders: [async () => ({ faq: await loadFaq('Cojoin') })],
  render: (args, { loaded }) => <Screen {...args} faq={loaded['faq'] as Faq} />,
  async play({ canvasElement }) {
    const questions = within(canvasElement).getAllByRole('group');
    await expect(questions).toHaveLength(3);
    const [first] = questions;
    const summary = first?.querySelector('summary');
    if (!first || !summary) throw new Error('a question has no summary');
    await userEvent.click(summary);
    await expect(first).toHaveAttribute('open');
  },
};

export const LongNames: Story = {
  args: {
    invitation: invitationOf({
      byPro: true,
      members: [
        {
          userId: 'u1',
          firstName: 'Maximiliano Alejand',
          lastName: 'Fernández de Córdob',
          color: '#7a3b69',
          displayInitials: 'MF',
        },
        {
          userId: 'u2',
          firstName: 'Wilhelmina',
          lastName: 'Featherstonehaugh',
          color: '#1f6f5c',
          displayInitials: 'WF',
        },
        {
          firstName: 'Bo',
          lastName: 'Li',
          color: '#8a4b14',
          displayInitials: 'BL',
        },
      ],
    }),
    firstName: 'Maximiliano Alejand',
  },
  globals: { viewport: { value: 'phone' } },
};

/** The styling experiment. */
export const OnACard: Story = {
  args: { invitation: invitationOf({ isPaid: true }) },
  globals: { flags: 'grow722' },
};

export const OnACardOnAPhone: Story = {
  args: { invitation: invitationOf({ byPro: true }) },
  globals: { flags: 'grow722', viewport: { value: 'phone' } },
};

export const OnAPhone: Story = {
  args: { invitation: invitationOf({ isPaid: true }) },
  globals: { viewport: { value: 'phone' } },
};
