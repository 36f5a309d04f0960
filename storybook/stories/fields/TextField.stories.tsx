import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { TextField, type TextFieldProps } from '@widget/fields/index.js';
import { Icon } from '@widget/parts/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';

function FirstName(props: Partial<TextFieldProps> & { initial?: string }) {
  const t = useWord();
  return (
    <Held initial={props.initial ?? ''}>
      {(value, setValue) => (
        <TextField label={t('field_first_name')} name="firstName" autoComplete="given-name" isRequired {...props} value={value} onChange={setValue} />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/TextField', component: FirstName } satisfies Meta<typeof FirstName>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const Filled: Story = {
  args: { initial: 'Maya' },
  async play({ canvasElement, globals }) {
    const field = within(canvasElement).getByRole('textbox', { name: word(globals, 'field_first_name') });
    await userEvent.type(field, ' José');
    await expect(field).toHaveValue('Maya José');
  },
};

export const WithDescription: Story = {
  render: () => {
    const t = useWord();
    return <FirstName label={t('field_email')} description={t('parent_email_help')} />;
  },
};

export const WithError: Story = {
  render: () => {
    const t = useWord();
    return <FirstName errorMessage={t('field_required')} />;
  },
  async play({ canvasElement, globals }) {
    const field = within(canvasElement).getByRole('textbox');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(word(globals, 'field_required'));
    // The ring is around the red edge, which every other wrong field has, too.
    await userEvent.click(field);
    await waitFor(() => expect(getComputedStyle(field).boxShadow).toMatch(/ 1px, .* 4px$/));
  },
};

export const ReadOnly: Story = { args: { initial: 'Maya', isReadOnly: true, suffix: <Icon name="lock" size="small" /> } };

export const Disabled: Story = { args: { initial: 'Maya', isDisabled: true } };

export const Short: Story = {
  render: () => {
    const t = useWord();
    return (
      <Held initial="90210">
        {(value, setValue) => (
          <TextField label={t('pro_zip')} name="address.postalCode" autoComplete="postal-code" width="short" value={value} onChange={setValue} />
        )}
      </Held>
    );
  },
};

export const Multiline: Story = {
  render: () => {
    const t = useWord();
    return (
      <Held initial={'My sister told me about you.'}>
        {(value, setValue) => (
          <TextField
            label={t('pro_other')}
            name="referral.other"
            isMultiline
            spellCheck
            countText={t('pro_other_count', { count: value.length, max: 200 })}
            value={value}
            onChange={setValue}
          />
        )}
      </Held>
    );
  },
};
