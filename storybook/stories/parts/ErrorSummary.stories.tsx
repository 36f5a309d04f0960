import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { PhoneField, TextField } from '@widget/fields/index.js';
import { ErrorSummary, FormStack } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

function Failed() {
  const t = useWord();
  const required = t('field_required');
  const digits = t('phone_length', { min: 8, max: 15 });
  return (
    <FormStack>
      <ErrorSummary
        title={t('summary_title', { count: 3 })}
        errors={[{ field: 'children[0].firstName', message: required }, { field: 'phoneNumber', message: digits }, { message: t('billing_failed') }]}
      />
      <TextField label={t('field_first_name')} name="children[0].firstName" errorMessage={required} value="" onChange={() => undefined} />
      <PhoneField
        label={t('field_phone')}
        name="phoneNumber"
        errorMessage={digits}
        value="555"
        onChange={() => undefined}
        countryCodeLabel={t('field_country_code')}
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
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('group', { name: word(globals, 'summary_title', { count: 3 }) })).toHaveFocus();
    const before = location.href;
    await userEvent.click(canvas.getByRole('link', { name: `${word(globals, 'field_first_name')}: ${word(globals, 'field_required')}` }));
    await expect(canvas.getByRole('textbox', { name: word(globals, 'field_first_name') })).toHaveFocus();
    await expect(location.href).toBe(before);
  },
};
