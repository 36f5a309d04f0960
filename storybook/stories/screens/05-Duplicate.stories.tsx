import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { Duplicate } from '@widget/screens/duplicate/Duplicate.js';
import { unbroken } from '@widget/i18n/unbroken.js';
import { Frame } from '../fixtures/Frame.js';
import { marketOf } from '@fake/markets.js';
import { word } from '../fixtures/words.js';

const meta = {
  title: 'Journey/05 Duplicate',
  component: Duplicate,
  parameters: { frame: 'screen' },
  args: {
    product: 'Cojoin',
    person: {
      who: 'parent',
      firstName: 'Maya',
      lastName: 'Ortiz',
      email: 'maya.ortiz@example.com',
    },
    support: { phone: '+1 206-555-0100', email: 'support@example.com' },
    phones: [
      { phone: marketOf('AU').supportPhone, countries: ['AU'] },
      { phone: marketOf('GB').supportPhone, countries: ['GB', 'IE'] },
      { phone: marketOf('NZ').supportPhone, countries: ['NZ'] },
      { phone: '+1 206-555-0100', countries: ['default'] },
    ],
    loginHref: '#login',
    passwordHref: '#password',
    onRestart: fn(),
  },
  render: (args) => (
    <Frame>
      <Duplicate {...args} />
    </Frame>
  ),
} satisfies Meta<typeof Duplicate>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OfTheParent: Story = {
  async play({ canvasElement, globals }) {
    await expect(within(canvasElement).getByText(word(globals, 'duplicate_parent_text'))).toBeVisible();
  },
};

export const OfTheCoParent: Story = {
  args: {
    person: {
      who: 'coParent',
      firstName: 'Daniel',
      lastName: 'Reyes',
      email: 'daniel.reyes@example.com',
    },
  },
};

/** The support phone goes by the region, and stands first. */
export const InNewZealand: Story = {
  args: {
    support: {
      phone: marketOf('NZ').supportPhone,
      email: 'support@example.com',
    },
  },
  async play({ canvasElement, globals }) {
    const calls = within(canvasElement)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('tel:'));
    await expect(calls).toHaveLength(4);
    // To the letter: no line ends within a number.
    await expect(calls[0]?.textContent).toBe(word(globals, 'duplicate_phone', { phone: marketOf('NZ').supportPhone }));
    await expect(calls.at(-1)?.textContent).toBe(`${word(globals, 'duplicate_elsewhere')}: ${unbroken('+1 206-555-0100')}`);
  },
};

export const OpenedByItsAddress: Story = { args: { person: undefined } };
