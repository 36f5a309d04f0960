import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Actions, Button, LinkButton } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

function Continue({
  isBusy = false,
  isDisabled = false,
  isWide = false,
  onPress,
}: {
  isBusy?: boolean;
  isDisabled?: boolean;
  isWide?: boolean;
  onPress?: () => void;
}) {
  const say = useSay();
  return (
    <Actions>
      <Button isBusy={isBusy} busyLabel={say('Saving…', 'Guardando…')} isDisabled={isDisabled} isWide={isWide} onPress={onPress}>
        {say('Continue', 'Continuar')}
      </Button>
    </Actions>
  );
}

const meta = { title: 'Parts/Button', component: Continue } satisfies Meta<typeof Continue>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {};

export const Wide: Story = { args: { isWide: true } };

/** Presses fall away while it is busy; the focus stays and the state is said. */
export const Busy: Story = {
  args: { isBusy: true, onPress: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const button = canvas.getByRole('button', { name: globals['locale'] === 'es' ? 'Continuar' : 'Continue' });
    await userEvent.click(button);
    await userEvent.click(button);
    await expect(args.onPress).not.toHaveBeenCalled();
    await expect(button).toHaveFocus();
    await expect(canvas.getByRole('status')).toHaveTextContent(globals['locale'] === 'es' ? 'Guardando…' : 'Saving…');
  },
};

export const Disabled: Story = { args: { isDisabled: true } };

export const AllKinds: Story = {
  render: () => {
    const say = useSay();
    return (
      <>
        <Actions>
          <Button>{say('Pay now', 'Pagar ahora')}</Button>
          <Button variant="secondary">{say('Skip this', 'Omitir')}</Button>
          <Button variant="quiet" icon="plus">
            {say('Add Child', 'Agregar otro hijo')}
          </Button>
          <Button variant="danger" icon="trash">
            {say('Remove', 'Quitar')}
          </Button>
        </Actions>
        <Actions>
          <LinkButton href="#back" icon="back">
            {say('Back to packages', 'Volver a los paquetes')}
          </LinkButton>
          <LinkButton onPress={() => undefined}>{say('Change', 'Cambiar')}</LinkButton>
          <LinkButton href="#login" placement="button">
            {say('Log In', 'Iniciar sesión')}
          </LinkButton>
        </Actions>
      </>
    );
  },
};
