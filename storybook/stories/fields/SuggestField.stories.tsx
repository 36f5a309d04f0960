import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SuggestField, type Suggestion } from '@widget/fields/SuggestField.js';
import { useWord } from '../fixtures/words.js';

const all: readonly Suggestion[] = [
  { id: 'a', main: '12 Rose Street', extra: 'Edinburgh EH2 2PR' },
  { id: 'b', main: '12 Rosemary Lane', extra: 'London SW14 7HG' },
];

function Street({ isInvalid = false, isDisabled = false, credit }: { isInvalid?: boolean; isDisabled?: boolean; credit?: string }) {
  const t = useWord();
  const [value, setValue] = useState('');
  const suggestions =
    value.length > 2 && !all.some(({ main }) => main === value) ? all.filter(({ main }) => main.toLowerCase().startsWith(value.toLowerCase())) : [];
  return (
    <SuggestField
      label={t('pro_address')}
      description={t('billing_address_help')}
      name="address.line1"
      value={value}
      onChange={setValue}
      suggestions={suggestions}
      onPick={({ main }) => setValue(main)}
      credit={credit}
      errorMessage={isInvalid ? t('field_required') : undefined}
      isDisabled={isDisabled}
      isRequired
    />
  );
}

const meta = { title: 'Fields/SuggestField', component: Street } satisfies Meta<typeof Street>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Arrow and Enter pick; the list closes, and typing still works. */
export const Picked: Story = {
  async play({ canvasElement }) {
    const field = within(canvasElement).getByRole('combobox');
    await userEvent.type(field, '12 rose');
    await waitFor(() => expect(within(document.body).getAllByRole('option')).toHaveLength(2));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(field).toHaveValue('12 Rose Street');
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
    await userEvent.type(field, ', Flat 2');
    await expect(field).toHaveValue('12 Rose Street, Flat 2');
  },
};

/** Escape closes the list and keeps the input; so does leaving the field. */
export const Dismissed: Story = {
  async play({ canvasElement }) {
    const field = within(canvasElement).getByRole('combobox');
    await userEvent.type(field, '12 rose');
    await waitFor(() => expect(within(document.body).getAllByRole('option')).toHaveLength(2));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
    await userEvent.tab();
    await expect(field).toHaveValue('12 rose');
  },
};

export const WithCredit: Story = {
  args: { credit: 'Powered by Google' },
  async play({ canvasElement }) {
    await userEvent.type(within(canvasElement).getByRole('combobox'), '12 rose');
    await waitFor(() => expect(within(document.body).getByText('Powered by Google')).toBeVisible());
  },
};

export const Invalid: Story = {
  args: { isInvalid: true },
  async play({ canvasElement }) {
    await expect(within(canvasElement).getByRole('combobox')).toHaveAttribute('aria-invalid', 'true');
  },
};

export const Disabled: Story = { args: { isDisabled: true } };
