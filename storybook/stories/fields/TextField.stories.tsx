import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { TextField, type TextFieldProps } from '@widget/fields/index.js';
import { Icon } from '@widget/parts/index.js';
import { Held, useSay } from '../fixtures/Held.js';

function FirstName(props: Partial<TextFieldProps> & { initial?: string }) {
  const say = useSay();
  return (
    <Held initial={props.initial ?? ''}>
      {(value, setValue) => (
        <TextField
          label={say('First name', 'Nombre')}
          name="firstName"
          autoComplete="given-name"
          isRequired
          {...props}
          value={value}
          onChange={setValue}
        />
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
    const field = within(canvasElement).getByRole('textbox', { name: globals['locale'] === 'es' ? 'Nombre' : 'First name' });
    await userEvent.type(field, ' José');
    await expect(field).toHaveValue('Maya José');
  },
};

export const WithDescription: Story = {
  render: () => {
    const say = useSay();
    return <FirstName description={say('As your co-parent knows you.', 'Como le conoce el otro progenitor.')} />;
  },
};

export const WithError: Story = {
  render: () => {
    const say = useSay();
    return <FirstName errorMessage={say('This field is required', 'Este campo es obligatorio')} />;
  },
  async play({ canvasElement, globals }) {
    const field = within(canvasElement).getByRole('textbox');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(globals['locale'] === 'es' ? 'Este campo es obligatorio' : 'This field is required');
    // The ring goes around the red edge, which every other wrong field has too.
    await userEvent.click(field);
    await waitFor(() => expect(getComputedStyle(field).boxShadow).toMatch(/ 1px, .* 4px$/));
  },
};

export const ReadOnly: Story = { args: { initial: 'Maya', isReadOnly: true, suffix: <Icon name="lock" size="small" /> } };

export const Disabled: Story = { args: { initial: 'Maya', isDisabled: true } };

export const Short: Story = {
  render: () => {
    const say = useSay();
    return (
      <Held initial="90210">
        {(value, setValue) => (
          <TextField
            label={say('ZIP code', 'Código postal')}
            name="address.postalCode"
            autoComplete="postal-code"
            width="short"
            value={value}
            onChange={setValue}
          />
        )}
      </Held>
    );
  },
};

export const Multiline: Story = {
  render: () => {
    const say = useSay();
    return (
      <Held initial={say('My sister told me about you.', 'Me habló de ustedes mi hermana.')}>
        {(value, setValue) => (
          <TextField
            label={say('Please tell us more', 'Cuéntenos más')}
            name="referral.other"
            isMultiline
            spellCheck
            countText={say(`${value.length} of 200 characters`, `${value.length} de 200 caracteres`)}
            value={value}
            onChange={setValue}
          />
        )}
      </Held>
    );
  },
};
