import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { PasswordField } from '@widget/fields/index.js';
import { Held, useSay } from '../fixtures/Held.js';

function Password({ initial = '', isInvalid = false }: { initial?: string; isInvalid?: boolean }) {
  const say = useSay();
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <PasswordField
          label={say('Password', 'Contraseña')}
          name="password"
          isRequired
          showLabel={say('Show password', 'Mostrar la contraseña')}
          hideLabel={say('Hide password', 'Ocultar la contraseña')}
          rulesLabel={say('Your password needs', 'Su contraseña necesita')}
          metLabel={say('met', 'listo')}
          unmetLabel={say('not met yet', 'aún no cumplido')}
          rules={[
            { id: 'length', label: say('12 to 25 characters', 'De 12 a 25 caracteres'), isMet: value.length >= 12 && value.length <= 25 },
            { id: 'letter', label: say('At least 1 letter', 'Al menos 1 letra'), isMet: /\p{L}/u.test(value) },
            { id: 'number', label: say('At least 1 number', 'Al menos 1 número'), isMet: /\d/.test(value) },
            { id: 'symbol', label: say('At least 1 symbol', 'Al menos 1 símbolo'), isMet: /[^\p{L}\d\s]/u.test(value) },
          ]}
          errorMessage={isInvalid ? say('Must be between 12 and 25 characters', 'Debe tener entre 12 y 25 caracteres') : undefined}
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
    const spanish = globals['locale'] === 'es';
    const canvas = within(canvasElement);
    const field = canvas.getByLabelText(spanish ? 'Contraseña' : 'Password');
    await userEvent.type(field, 'quiet-harbor-42');
    await expect(field).toHaveAccessibleDescription(
      spanish
        ? 'Su contraseña necesita De 12 a 25 caracteres , cumplido Al menos 1 letra , cumplido Al menos 1 número , cumplido Al menos 1 símbolo , cumplido'
        : 'Your password needs 12 to 25 characters , met At least 1 letter , met At least 1 number , met At least 1 symbol , met',
    );
    await expect(field).toHaveAttribute('type', 'password');
    await userEvent.click(canvas.getByRole('button', { name: spanish ? 'Mostrar la contraseña' : 'Show password' }));
    await expect(field).toHaveAttribute('type', 'text');
  },
};

export const WithError: Story = { args: { initial: 'short', isInvalid: true } };
