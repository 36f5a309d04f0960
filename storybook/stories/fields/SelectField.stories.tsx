import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { SelectField } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';
import { regions } from './Selects.js';

function Region({ initial = '', isInvalid = false, isDisabled = false }: { initial?: string; isInvalid?: boolean; isDisabled?: boolean }) {
  const t = useWord();
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <SelectField
          label={t('pro_state')}
          name="address.region"
          autoComplete="address-level1"
          placeholder={t('pro_state_choose')}
          options={regions}
          isRequired
          isDisabled={isDisabled}
          errorMessage={isInvalid ? t('field_required') : undefined}
          value={value}
          onChange={setValue}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/SelectField', component: Region } satisfies Meta<typeof Region>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Filled: Story = {
  async play({ canvasElement, globals }) {
    const select = within(canvasElement).getByRole('combobox', { name: word(globals, 'pro_state') });
    await userEvent.selectOptions(select, 'OR');
    await expect(select).toHaveDisplayValue('Oregon');
  },
};

export const WithError: Story = { args: { isInvalid: true } };

/** A single time zone is preset and can't be changed. */
export const Disabled: Story = { args: { initial: 'OR', isDisabled: true } };
