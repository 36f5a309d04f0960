import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { TextField } from '@widget/fields/index.js';
import { Button, Dialog } from '@widget/parts/index.js';
import { Held, useSay } from '../fixtures/Held.js';

function Prompt() {
  const say = useSay();
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {say('Review order', 'Revisar el pedido')}
      </Button>
      {isOpen && (
        <Dialog
          title={say('Help us connect you with your co-parent', 'Ayúdenos a conectarle con el otro progenitor')}
          closeLabel={say('Close', 'Cerrar')}
          onDismiss={() => setOpen(false)}
          actions={
            <>
              <Button onPress={() => setOpen(false)}>{say('Submit', 'Enviar')}</Button>
              <Button variant="secondary" onPress={() => setOpen(false)}>
                {say('Skip this', 'Omitir')}
              </Button>
            </>
          }
        >
          <Held initial="">
            {(value, setValue) => (
              <TextField
                label={say("Your co-parent's email", 'Correo del otro progenitor')}
                name="coParent.email"
                type="email"
                value={value}
                onChange={setValue}
              />
            )}
          </Held>
        </Dialog>
      )}
    </>
  );
}

function Mismatch() {
  const say = useSay();
  return (
    <Dialog title={say('This package is for another country', 'Este paquete es para otro país')} actions={<Button>{say('OK', 'Aceptar')}</Button>}>
      <p>
        {say(
          'Your billing address is in the United Kingdom. We will show you the packages that are on sale there.',
          'Su dirección de facturación está en el Reino Unido. Le mostraremos los paquetes que se venden allí.',
        )}
      </p>
    </Dialog>
  );
}

const meta = { title: 'Parts/Dialog', component: Prompt } satisfies Meta<typeof Prompt>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Question: Story = {};

/** The title has the focus; Escape closes and the focus returns. */
export const Dismissed: Story = {
  async play({ canvasElement, globals }) {
    const spanish = globals['locale'] === 'es';
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: spanish ? 'Cerrar' : 'Close' }));
    const opener = canvas.getByRole('button', { name: spanish ? 'Revisar el pedido' : 'Review order' });
    await userEvent.click(opener);
    const title = canvas.getByRole('heading', {
      name: spanish ? 'Ayúdenos a conectarle con el otro progenitor' : 'Help us connect you with your co-parent',
    });
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.click(canvas.getByRole('button', { name: spanish ? 'Omitir' : 'Skip this' }));
    await waitFor(() => expect(opener).toHaveFocus());
    await expect(canvas.queryByRole('dialog')).toBeNull();
  },
};

/** Needs its answer: no cross, and neither Escape nor a press beside it closes it. */
export const NotDismissable: Story = {
  render: () => <Mismatch />,
  async play({ canvasElement }) {
    const dialog = within(canvasElement).getByRole('dialog') as HTMLDialogElement;
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await expect(dialog.open).toBe(true);
  },
};
