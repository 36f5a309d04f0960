import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { Banner, LinkButton, type BannerProps } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

function Message(props: Partial<BannerProps>) {
  const t = useWord();
  return (
    <Banner closeLabel={t('alert_dismiss')} pauseLabel={t('alert_pause')} {...props}>
      {props.children ?? t('notice_session_expired')}
    </Banner>
  );
}

const meta = { title: 'Parts/Banner', component: Message } satisfies Meta<typeof Message>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = { args: { duration: null, onClose: fn() } };

export const Success: Story = { args: { duration: null, tone: 'success' } };

export const Warning: Story = {
  render: () => {
    const t = useWord();
    return (
      <Message tone="warning" duration={null} action={<LinkButton href="tel:+15550100">{t('pro_failed_call', { phone: '555-0100' })}</LinkButton>}>
        {t('family_warning_title')}
      </Message>
    );
  },
};

export const Danger: Story = { args: { tone: 'danger', duration: null } };

export const Offer: Story = {
  render: () => {
    const t = useWord();
    return (
      <Message tone="offer" duration={null} onClose={() => undefined}>
        {t('savenow_text', { percentage: 20 })}
      </Message>
    );
  },
};

/** Slides away by itself. */
export const GoesAway: Story = {
  args: { duration: 50, onClose: fn() },
  async play({ args }) {
    await waitFor(() => expect(args.onClose).toHaveBeenCalledTimes(1));
  },
};

/** Once it is kept open, its pause button is gone. */
export const KeptOpen: Story = {
  args: { onClose: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const name = word(globals, 'alert_pause');
    await userEvent.click(canvas.getByRole('button', { name }));
    await expect(canvas.queryByRole('button', { name })).toBeNull();
    await expect(args.onClose).not.toHaveBeenCalled();
  },
};
