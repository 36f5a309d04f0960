import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { ParentStep } from '@widget/screens/parent/ParentStep.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { blankParent, countryCodes, parent } from '../fixtures/people.js';
import { word } from '../fixtures/words.js';

const meta = {
  title: 'Journey/03 Parent account',
  component: ParentStep,
  parameters: { frame: 'screen' },
  args: { values: blankParent, countryCodes, loginHref: '#login', onSubmit: fn() },
  render: (args) => (
    <Frame>
      <ParentStep {...args} top={<Top step={1} hasBack={false} />} />
    </Frame>
  ),
} satisfies Meta<typeof ParentStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Continue sends what was typed. */
export const Filled: Story = {
  args: { values: parent },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'continue') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(parent);
  },
};

/** Continue with nothing filled in: each message in the summary and beside its field, and nothing is sent. */
export const WithErrors: Story = {
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 4 }) })).toHaveFocus();
    const email = canvas.getByRole('textbox', { name: word(globals, 'field_email') });
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

export const EachRuleBroken: Story = {
  args: { values: { ...parent, firstName: 'Maya 🌻', lastName: '', email: 'maya@', phoneNumber: '555' } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('link', { name: `${word(globals, 'field_last_name')}: ${word(globals, 'field_required')}` })).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: word(globals, 'field_first_name') })).toHaveValue('Maya 🌻');
  },
};

/** The server suspects a duplicate: Continue says what it means now. */
export const LikelyDuplicate: Story = { args: { values: parent, isLikelyDuplicate: true } };

export const Busy: Story = { args: { values: parent, isBusy: true } };

export const Slow: Story = { args: { values: parent, isBusy: true, isSlow: true } };

/** The server could not be reached: it says so, and what was typed is still there. */
export const Offline: Story = {
  args: { values: parent, failure: '' },
  render: (args, { globals }) => (
    <Frame>
      <ParentStep {...args} failure={word(globals, 'offline_message')} top={<Top step={1} hasBack={false} />} />
    </Frame>
  ),
};

export const LongNames: Story = {
  args: {
    values: {
      ...parent,
      firstName: 'Maximiliana-Guadalupe',
      lastName: 'Fernández-Villanueva',
      email: 'maximiliana.guadalupe.fernandez.villanueva@correo.example.com',
    },
  },
};

export const OnAPhone: Story = { args: { values: parent }, globals: { viewport: { value: 'phone' } } };

export const Zoomed400Percent: Story = { args: { values: parent, isLikelyDuplicate: true }, globals: { viewport: { value: 'zoomed' } } };
