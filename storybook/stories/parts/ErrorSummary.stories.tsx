import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { PhoneField, TextField } from '@widget/fields/index.js';
import { ErrorSummary, FormStack } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

function Failed() {
  const say = useSay();
  const required = say('This field is required', 'Este campo es obligatorio');
  const digits = say('Must be between 8 and 15 digits', 'Debe tener entre 8 y 15 dígitos');
  return (
    <FormStack>
      <ErrorSummary
        title={say('There are 3 things to fix', 'Hay 3 cosas que corregir')}
        errors={[
          { field: 'children[0].firstName', message: required },
          { field: 'phoneNumber', message: digits },
          { message: say('An unexpected error occurred. Please try again.', 'Ocurrió un error inesperado. Inténtelo de nuevo.') },
        ]}
      />
      <TextField label={say('First Name', 'Nombre')} name="children[0].firstName" errorMessage={required} value="" onChange={() => undefined} />
      <PhoneField
        label={say('Phone number', 'Número de teléfono')}
        name="phoneNumber"
        errorMessage={digits}
        value="555"
        onChange={() => undefined}
        countryCodeLabel={say('Country code', 'Código de país')}
        countryCodeName="phoneCountryCode"
        countryCode="US"
        onCountryCodeChange={() => undefined}
        countryCodeOptions={[{ value: 'US', label: 'United States (+1)', shortLabel: '+1' }]}
      />
    </FormStack>
  );
}

const meta = { title: 'Parts/ErrorSummary', component: Failed } satisfies Meta<typeof Failed>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TakesFocusAndLeadsToFields: Story = {
  async play({ canvasElement, globals }) {
    const spanish = globals['locale'] === 'es';
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('group', { name: spanish ? 'Hay 3 cosas que corregir' : 'There are 3 things to fix' })).toHaveFocus();
    const before = location.href;
    await userEvent.click(canvas.getByRole('link', { name: spanish ? 'Nombre: Este campo es obligatorio' : 'First Name: This field is required' }));
    await expect(canvas.getByRole('textbox', { name: spanish ? 'Nombre' : 'First Name' })).toHaveFocus();
    await expect(location.href).toBe(before);
  },
};
