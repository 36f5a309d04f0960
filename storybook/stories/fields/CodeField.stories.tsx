import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { CodeField } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord } from '../fixtures/words.js';

function SecurityCode({ initial = '', isInvalid = false, isMasked = false }: { initial?: string; isInvalid?: boolean; isMasked?: boolean }) {
  const t = useWord();
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <CodeField
          label={t('invite_security_code')}
          description={t('invite_security_code_help')}
          name="securityCode"
          isRequired
          isMasked={isMasked}
          errorMessage={isInvalid ? t('security_code_digits', { min: 4 }) : undefined}
          value={value}
          onChange={setValue}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/CodeField', component: SecurityCode } satisfies Meta<typeof SecurityCode>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Letters and a fifth digit are dropped. */
export const Filled: Story = {
  async play({ canvasElement }) {
    const field = within(canvasElement).getByRole('textbox');
    await userEvent.type(field, '4a7 193');
    await expect(field).toHaveValue('4719');
  },
};

export const Masked: Story = { args: { initial: '4719', isMasked: true } };

export const WithError: Story = { args: { initial: '47', isInvalid: true } };
