import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { Banner, LinkButton, type BannerProps } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

function Message(props: Partial<BannerProps>) {
  const say = useSay();
  return (
    <Banner
      closeLabel={say('Close this message', 'Cerrar este mensaje')}
      pauseLabel={say('Keep this message open', 'Mantener abierto este mensaje')}
      {...props}
    >
      {props.children ??
        say('Your session has ended to keep your details safe. Please start again.', 'Su sesión terminó para proteger sus datos. Empiece de nuevo.')}
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
    const say = useSay();
    return (
      <Message tone="warning" duration={null} action={<LinkButton href="tel:+15550100">{say('Call 555-0100', 'Llamar al 555-0100')}</LinkButton>}>
        {say("Your co-parent's account may be a duplicate.", 'Es posible que la cuenta del otro progenitor esté duplicada.')}
      </Message>
    );
  },
};

export const Danger: Story = { args: { tone: 'danger', duration: null } };

export const Offer: Story = {
  render: () => {
    const say = useSay();
    return (
      <Message tone="offer" duration={null} onClose={() => undefined}>
        {say('Save now: 20 % off your first year.', 'Ahorre ahora: 20 % de descuento el primer año.')}
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

/** Kept open, it offers no pause any more. */
export const KeptOpen: Story = {
  args: { onClose: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const name = globals['locale'] === 'es' ? 'Mantener abierto este mensaje' : 'Keep this message open';
    await userEvent.click(canvas.getByRole('button', { name }));
    await expect(canvas.queryByRole('button', { name })).toBeNull();
    await expect(args.onClose).not.toHaveBeenCalled();
  },
};
