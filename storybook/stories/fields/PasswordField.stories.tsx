import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { PasswordField } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';

function Password({ initial = '', isInvalid = false }: { initial?: string; isInvalid?: boolean }) {
  const t = useWord();
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <PasswordField
          label={t('credentials_password')}
          name="password"
          isRequired
          showLabel={t('credentials_show')}
          hideLabel={t('credentials_hide')}
          rulesLabel={t('credentials_rules')}
          metLabel={t('credentials_met')}
          unmetLabel={t('credentials_unmet')}
          rules={[
            { id: 'length', label: t('password_rule_length'), isMet: value.length >= 12 && value.length <= 25 },
            { id: 'letter', label: t('password_rule_letter'), isMet: /\p{L}/u.test(value) },
            { id: 'number', label: t('password_rule_number'), isMet: /\d/.test(value) },
            { id: 'symbol', label: t('password_rule_symbol'), isMet: /[^\p{L}\d\s]/u.test(value) },
          ]}
          errorMessage={isInvalid ? t('validPwdLength_error', { min: 12, max: 25 }) : undefined}
          value={value}
          onChange={setValue}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/PasswordField', component: Password } satisfies Meta<typeof Password>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** The rules tick off as they are met, and the password can be shown. */
export const Filled: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    const field = canvas.getByLabelText(word(globals, 'credentials_password'));
    await userEvent.type(field, 'quiet-harbor-42');
    const rules = ['length', 'letter', 'number', 'symbol'].map(
      (rule) => `${word(globals, `password_rule_${rule}`)} , ${word(globals, 'credentials_met')}`,
    );
    await expect(field).toHaveAccessibleDescription([word(globals, 'credentials_rules'), ...rules].join(' '));
    await expect(field).toHaveAttribute('type', 'password');
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'credentials_show') }));
    await expect(field).toHaveAttribute('type', 'text');
  },
};

export const WithError: Story = { args: { initial: 'short', isInvalid: true } };
