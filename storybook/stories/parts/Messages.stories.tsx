import type { Meta, StoryObj } from '@storybook/react-vite';
import { Spinner, Toast, TrustNote } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

const meta = { title: 'Parts/Messages' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const GenericErrorToast: Story = {
  render: () => {
    const say = useSay();
    return (
      <Toast closeLabel={say('Close', 'Cerrar')} onClose={() => undefined}>
        {say('Something went wrong. Please try again.', 'Algo salió mal. Inténtelo de nuevo.')}
      </Toast>
    );
  },
};

export const SpinnerInLine: Story = {
  render: () => {
    const say = useSay();
    return <Spinner label={say('Checking your card…', 'Verificando su tarjeta…')} />;
  },
};

export const SpinnerAlone: Story = {
  render: () => {
    const say = useSay();
    return <Spinner size="large" label={say('One moment…', 'Un momento…')} />;
  },
};

export const Trust: Story = {
  render: () => {
    const say = useSay();
    return <TrustNote>{say('All transactions are secure and encrypted', 'Todas las transacciones son seguras y están cifradas')}</TrustNote>;
  },
};
