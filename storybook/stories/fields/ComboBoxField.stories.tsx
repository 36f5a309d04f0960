import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { ComboBoxField } from '@widget/fields/ComboBoxField.js';
import { ChoiceField } from '@widget/fields/index.js';
import { Held, useSay } from '../fixtures/Held.js';
import { regions } from './Selects.js';

function Region({
  initial = '',
  isInvalid = false,
  isDisabled = false,
  picks = false,
}: {
  initial?: string;
  isInvalid?: boolean;
  isDisabled?: boolean;
  picks?: boolean;
}) {
  const say = useSay();
  const Field = picks ? ChoiceField : ComboBoxField;
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <Field
          label={say('State', 'Estado')}
          name="address.region"
          placeholder={say('Select a state', 'Elija un estado')}
          emptyLabel={say('No matches', 'Sin resultados')}
          options={regions}
          isRequired
          isDisabled={isDisabled}
          errorMessage={isInvalid ? say('This field is required', 'Este campo es obligatorio') : undefined}
          value={value}
          onChange={setValue}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/ComboBoxField', component: Region } satisfies Meta<typeof Region>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Filled: Story = { args: { initial: 'OR' } };

/** Part of a name finds it; the list stays inside our root. */
export const Searched: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const field = canvas.getByRole('combobox', { name: globals['locale'] === 'es' ? 'Estado' : 'State' });
    await userEvent.type(field, 'ore');
    const option = await canvas.findByRole('option', { name: 'Oregon' });
    await expect(option.closest('.cojoin-root')).not.toBeNull();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(field).toHaveValue('Oregon'));
    await expect(document.head.querySelector('#react-aria-pressable-style')).toBeNull();
  },
};

/** A click shows the whole list. */
export const Open: Story = {
  args: { initial: 'FL' },
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('combobox'));
    await expect(await canvas.findAllByRole('option')).toHaveLength(13);
  },
};

export const WithError: Story = {
  args: { isInvalid: true },
  async play({ canvasElement, globals }) {
    const field = within(canvasElement).getByRole('combobox');
    await expect(field).toHaveAccessibleDescription(globals['locale'] === 'es' ? 'Este campo es obligatorio' : 'This field is required');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  },
};

export const Disabled: Story = { args: { initial: 'OR', isDisabled: true } };

/** ChoiceField takes the combobox where there is a mouse, the native select elsewhere. */
export const PickedByDevice: Story = { args: { initial: 'NY', picks: true } };
