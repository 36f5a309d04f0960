import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { PhoneField, type PhoneFieldProps } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';

function Phone(props: Partial<PhoneFieldProps> & { initial?: string }) {
  const t = useWord();
  return (
    <Held initial={{ code: 'US_CANADA', digits: props.initial ?? '' }}>
      {(value, setValue) => (
        <PhoneField
          label={t('field_phone')}
          name="phoneNumber"
          countryCodeLabel={t('field_country_code')}
          countryCodeName="phoneCountryCode"
          countryCode={value.code}
          onCountryCodeChange={(code) => setValue({ ...value, code })}
          countryCodeOptions={[
            { value: 'US_CANADA', label: `${t('phone_code_us_canada')} (+1)`, shortLabel: '+1' },
            { value: 'UNITED_KINGDOM', label: `${t('phone_code_united_kingdom')} (+44)`, shortLabel: '+44' },
            { value: 'MEXICO', label: `${t('phone_code_mexico')} (+52)`, shortLabel: '+52' },
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

/** Only the digits of pasted text stay. */
export const Filled: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const number = canvas.getByRole('textbox', { name: word(globals, 'field_phone') });
    await userEvent.click(number);
    await userEvent.paste('(555) 010-4477');
    await expect(number).toHaveValue('5550104477');
    const code = canvas.getByRole('combobox', { name: word(globals, 'field_country_code') });
    await userEvent.selectOptions(code, 'MEXICO');
    await expect(code).toHaveValue('MEXICO');
  },
};

/** A country code pasted with the number is selected; digits of other scripts count. */
export const International: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const number = canvas.getByRole('textbox', { name: word(globals, 'field_phone') });
    const code = canvas.getByRole('combobox', { name: word(globals, 'field_country_code') });
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
    const t = useWord();
    return <Phone initial="555" errorMessage={t('phone_length', { min: 8, max: 15 })} />;
  },
};

export const WithDescription: Story = {
  render: () => {
    const t = useWord();
    return <Phone description={t('payment_secure')} />;
  },
};

export const Disabled: Story = { args: { initial: '5550104477', isDisabled: true } };
