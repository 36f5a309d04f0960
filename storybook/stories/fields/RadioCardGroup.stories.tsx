import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { RadioCardGroup, TextField } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord } from '../fixtures/words.js';

function Method({ initial = '', isInvalid = false, opens = false }: { initial?: string; isInvalid?: boolean; opens?: boolean }) {
  const t = useWord();
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <RadioCardGroup
          label={t('payment_method')}
          name="paymentMethod"
          isRequired
          errorMessage={isInvalid ? t('field_required') : undefined}
          options={[
            {
              value: 'creditCard',
              label: t('payment_card'),
              description: 'Visa, Mastercard, Amex, Discover',
              content: opens ? (
                <TextField label={t('payment_cardholder')} name="cardHolderName" value="Maya Ortiz" onChange={() => undefined} />
              ) : undefined,
            },
            { value: 'paypal', label: 'PayPal' },
            { value: 'venmo', label: 'Venmo', description: t('phone_code_us_canada'), isDisabled: true },
          ]}
          value={value}
          onChange={setValue}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/RadioCardGroup', component: Method } satisfies Meta<typeof Method>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Arrow keys move the choice. */
export const Chosen: Story = {
  args: { initial: 'creditCard' },
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  },
};

export const WithContent: Story = { args: { initial: 'creditCard', opens: true } };

export const WithError: Story = { args: { isInvalid: true } };
