import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { CheckboxGroupField } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';

const options = [
  { value: 'ATTORNEY', label: 'Family law attorney' },
  { value: 'MEDIATOR', label: 'Mediator' },
  { value: 'JUDGE', label: 'Judge' },
];

const meta = {
  title: 'Fields/CheckboxGroupField',
  component: CheckboxGroupField,
  args: { name: 'roles', label: 'What do you do?', description: 'Choose everything that applies.', value: [], onChange: fn(), options },
  render: (args) => (
    <Held initial={args.value}>
      {(value, setValue) => (
        <CheckboxGroupField
          {...args}
          value={value}
          onChange={(next) => {
            args.onChange(next);
            setValue(next);
          }}
        />
      )}
    </Held>
  ),
} satisfies Meta<typeof CheckboxGroupField>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Whatever the order of the ticks, the values keep the order of the options. */
export const Default: Story = {
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByText('Judge'));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Family law attorney' }));
    await expect(args.onChange).toHaveBeenLastCalledWith(['ATTORNEY', 'JUDGE']);
    await userEvent.click(canvas.getByText('Judge'));
    await expect(args.onChange).toHaveBeenLastCalledWith(['ATTORNEY']);
  },
};

export const WithError: Story = {
  args: { errorMessage: 'Choose at least one role from the list' },
  async play({ canvasElement }) {
    await expect(within(canvasElement).getByRole('group', { name: 'What do you do?' })).toHaveAccessibleDescription(
      'Choose everything that applies. Choose at least one role from the list',
    );
  },
};

export const Disabled: Story = { args: { value: ['MEDIATOR'], isDisabled: true } };
