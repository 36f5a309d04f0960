import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { FamilyStep } from '@widget/screens/family/FamilyStep.js';
import { Frame, Top } from '../fixtures/Frame.js';
import { blankFamily, countryCodes, family, parent } from '../fixtures/people.js';
import { word } from '../fixtures/words.js';

const meta = {
  title: 'Journey/04 Co-parent and children',
  component: FamilyStep,
  parameters: { frame: 'screen' },
  args: { values: blankFamily, parent, countryCodes, supportPhone: '+1 206-555-0100', onSubmit: fn() },
  render: (args) => (
    <Frame>
      <FamilyStep {...args} top={<Top step={2} />} />
    </Frame>
  ),
} satisfies Meta<typeof FamilyStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Filled: Story = {
  args: { values: family },
  async play({ canvasElement, args, globals }) {
    await userEvent.click(within(canvasElement).getByRole('button', { name: word(globals, 'continue') }));
    await expect(args.onSubmit).toHaveBeenCalledWith(family);
  },
};

/** With no e-mail known the phone becomes required; typing an e-mail unticks the box again. */
export const EmailNotKnown: Story = {
  args: { values: { ...family, coParent: { ...family.coParent, phoneNumber: '' } } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const box = canvas.getByRole('checkbox', { name: word(globals, 'family_no_email') });
    await userEvent.click(box);
    await expect(box).toBeChecked();
    await expect(canvas.getByRole('textbox', { name: word(globals, 'field_phone') })).toHaveAttribute('aria-required', 'true');
    await userEvent.type(canvas.getAllByRole('textbox', { name: word(globals, 'family_email_optional') })[0] as HTMLElement, 'd');
    await expect(box).not.toBeChecked();
  },
};

export const WithErrors: Story = {
  args: {
    values: {
      ...family,
      coParent: { ...family.coParent, firstName: '', email: 'maya.ortiz@example.com' },
      children: [
        { firstName: 'Lucía', lastName: '', email: '' },
        { firstName: 'Mateo', lastName: 'Ortiz', email: '' },
      ],
    },
  },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 3 }) })).toHaveFocus();
    const email = canvas.getByRole('textbox', { name: word(globals, 'field_email') });
    await expect(email).toHaveAccessibleDescription(word(globals, 'coparent_email_same'));
    await userEvent.click(canvas.getByRole('link', { name: `${word(globals, 'field_email')}: ${word(globals, 'coparent_email_same')}` }));
    await expect(email).toHaveFocus();
    await expect(
      canvas.getByRole('link', {
        name: `${word(globals, 'children_first')}, ${word(globals, 'field_last_name')}: ${word(globals, 'field_required')}`,
      }),
    ).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Once Continue has failed, the checkbox checks everything anew, and the page goes to the top, where it says what is wrong now. */
export const CheckedAnew: Story = {
  args: { values: { ...family, coParent: { ...family.coParent, firstName: '', phoneNumber: '' } } },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'continue') }));
    const summary = canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 1 }) });
    const box = canvas.getByRole('checkbox', { name: word(globals, 'family_no_email') });
    box.scrollIntoView();
    await userEvent.click(box);
    await expect(await canvas.findByRole('group', { name: word(globals, 'summary_title', { count: 2 }) })).toBe(summary);
    await waitFor(() => expect(summary.getBoundingClientRect().top).toBeGreaterThanOrEqual(0));
  },
};

/** What only the server can know lands on its field. */
export const ErrorsOfTheServer: Story = {
  args: {
    values: {
      ...family,
      children: [
        { firstName: 'Lucía', lastName: 'Ortiz', email: 'kids@example.com' },
        { firstName: 'Mateo', lastName: 'Ortiz', email: 'kids@example.com' },
      ],
    },
    errors: [{ field: 'children[1].email', code: 'child_email_used', text: 'This email is already used for another child' }],
  },
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const second = within(canvas.getByRole('group', { name: word(globals, 'children_nth', { number: 2 }) }));
    await expect(second.getByRole('textbox', { name: word(globals, 'family_email_optional') })).toHaveAttribute('aria-invalid', 'true');
  },
};

/** A new child takes the focus. */
export const ChildAdded: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'children_add') }));
    const second = within(canvas.getByRole('group', { name: word(globals, 'children_nth', { number: 2 }) }));
    await expect(second.getByRole('textbox', { name: word(globals, 'field_first_name') })).toHaveFocus();
  },
};

export const LikelyDuplicate: Story = { args: { values: family, isLikelyDuplicate: true } };

export const Busy: Story = { args: { values: family, isBusy: true } };

export const Slow: Story = { args: { values: family, isBusy: true, isSlow: true } };

export const Offline: Story = {
  render: (args, { globals }) => (
    <Frame>
      <FamilyStep {...args} values={family} failure={word(globals, 'offline_message')} top={<Top step={2} />} />
    </Frame>
  ),
};

export const LongNames: Story = {
  args: {
    values: {
      ...family,
      coParent: { ...family.coParent, firstName: 'Maximiliano-Alejandr', lastName: 'Fernández-Villanueva' },
      children: [{ firstName: 'Lucía-Guadalupe-Inés', lastName: 'Ortiz-de-Villanueva', email: 'lucia.guadalupe.ines.ortiz@correo.example.com' }],
    },
  },
};

export const OnAPhone: Story = { args: { values: family }, globals: { viewport: { value: 'phone' } } };
