import type { Meta, StoryObj } from '@storybook/react-vite';
import { Spinner, Toast, TrustNote } from '@widget/parts/index.js';
import { useWord } from '../fixtures/words.js';

const meta = { title: 'Parts/Messages' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const GenericErrorToast: Story = {
  render: () => {
    const say = useWord();
    return (
      <Toast closeLabel={say('close')} onClose={() => undefined}>
        {say('genericErrorMessage')}
      </Toast>
    );
  },
};

export const SpinnerInLine: Story = {
  render: () => {
    const say = useWord();
    return <Spinner label={say('payment_tokenizing')} />;
  },
};

export const SpinnerAlone: Story = {
  render: () => {
    const say = useWord();
    return <Spinner size="large" label={say('loading')} />;
  },
};

export const Trust: Story = {
  render: () => {
    const say = useWord();
    return <TrustNote>{say('payment_secure')}</TrustNote>;
  },
};
