import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { PhoneField, type PhoneFieldProps } from '@widget/fields/index.js';
import { Held, useSay } from '../fixtures/Held.js';

function Phone(props: Partial<PhoneFieldProps> & { initial?: string }) {
  const say = useSay();
  return (
    <Held initial={{ code: 'US_CANADA', digits: props.initial ?? '' }}>
      {(value, setValue) => (
        <PhoneField
          label={say('Phone number', 'Número de teléfono')}
          name="phoneNumber"
          countryCodeLabel={say('Country code', 'Código de país')}
          countryCodeName="phoneCountryCode"
          countryCode={value.code}
          onCountryCodeChange={(code) => setValue({ ...value, code })}
          countryCodeOptions={[
            { value: 'US_CANADA', label: say('United States, Canada (+1)', 'Estados Unidos, Canadá (+1)'), shortLabel: '+1' },
            { value: 'UNITED_KINGDOM', label: say('United Kingdom (+44)', 'Reino Unido (+44)'), shortLabel: '+44' },
            { value: 'MEXICO', label: say('Mexico (+52)', 'México (+52)'), shortLabel: '+52' },
          ]}
          isRequired
          {...props}
          value={value.digits}
          onChange={(digits, code) => setValue({ code, digits })}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/PhoneField', component: Phone } satisfies Meta<typeof Phone>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Only digits stay of what is pasted. */
export const Filled: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const number = canvas.getByRole('textbox', { name: globals['locale'] === 'es' ? 'Número de teléfono' : 'Phone number' });
    await userEvent.click(number);
    await userEvent.paste('(555) 010-4477');
    await expect(number).toHaveValue('5550104477');
    const code = canvas.getByRole('combobox', { name: globals['locale'] === 'es' ? 'Código de país' : 'Country code' });
    await userEvent.selectOptions(code, 'MEXICO');
    await expect(code).toHaveValue('MEXICO');
  },
};

/** A country code that is pasted with the number is chosen; digits of other scripts are digits. */
export const International: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const number = canvas.getByRole('textbox', { name: globals['locale'] === 'es' ? 'Número de teléfono' : 'Phone number' });
    const code = canvas.getByRole('combobox', { name: globals['locale'] === 'es' ? 'Código de país' : 'Country code' });
    await userEvent.click(number);
    await userEvent.paste('+44 7700 900123');
    await expect(number).toHaveValue('7700900123');
    await expect(code).toHaveValue('UNITED_KINGDOM');
    await userEvent.clear(number);
    await userEvent.type(number, '٠٢٠a7946+0123');
    await expect(number).toHaveValue('02079460123');
    await expect(code).toHaveValue('UNITED_KINGDOM');
  },
};

export const WithError: Story = {
  render: () => {
    const say = useSay();
    return <Phone initial="555" errorMessage={say('Must be between 8 and 15 digits', 'Debe tener entre 8 y 15 dígitos')} />;
  },
};

export const WithDescription: Story = {
  render: () => {
    const say = useSay();
    return <Phone description={say('We only call about your account.', 'Solo llamamos por asuntos de su cuenta.')} />;
  },
};

export const Disabled: Story = { args: { initial: '5550104477', isDisabled: true } };
