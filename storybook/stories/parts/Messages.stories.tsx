import type { Meta, StoryObj } from '@storybook/react-vite';
import { Spinner, Toast, TrustNote } from '@widget/parts/index.js';
import { useWord } from '../fixtures/words.js';

const meta = { title: 'Parts/Messages' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const GenericErrorToast: Story = {
  render: () => {
    const t = useWord();
    return (
      <Toast closeLabel={t('close')} onClose={() => undefined}>
        {t('genericErrorMessage')}
      </Toast>
    );
  },
};

export const SpinnerInLine: Story = {
  render: () => {
    const t = useWord();
    return <Spinner label={t('payment_tokenizing')} />;
  },
};

export const SpinnerAlone: Story = {
  render: () => {
    const t = useWord();
    return <Spinner size="large" label={t('loading')} />;
  },
};

export const Trust: Story = {
  render: () => {
    const t = useWord();
    return <TrustNote>{t('payment_secure')}</TrustNote>;
  },
};
