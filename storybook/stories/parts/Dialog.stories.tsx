import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { TextField } from '@widget/fields/index.js';
import { Button, Dialog } from '@widget/parts/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';

function Prompt() {
  const t = useWord();
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {t('payment_review_order')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('prompt_title')}
          closeLabel={t('close')}
          onDismiss={() => setOpen(false)}
          actions={
            <>
              <Button onPress={() => setOpen(false)}>{t('prompt_submit')}</Button>
              <Button variant="secondary" onPress={() => setOpen(false)}>
                {t('prompt_skip')}
              </Button>
            </>
          }
        >
          <Held initial="">
            {(value, setValue) => <TextField label={t('prompt_field')} name="coParent.email" type="email" value={value} onChange={setValue} />}
          </Held>
        </Dialog>
      )}
    </>
  );
}

function Mismatch() {
  const t = useWord();
  return (
    <Dialog title={t('mismatch_title', { country: t('phone_code_united_kingdom') })} actions={<Button>{t('mismatch_ok')}</Button>}>
      <p>{t('mismatch_text', { country: t('phone_code_united_kingdom') })}</p>
    </Dialog>
  );
}

const meta = { title: 'Parts/Dialog', component: Prompt } satisfies Meta<typeof Prompt>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Question: Story = {};

/** The title has the focus; Escape closes, and the focus returns. */
export const Dismissed: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'close') }));
    const opener = canvas.getByRole('button', { name: word(globals, 'payment_review_order') });
    await userEvent.click(opener);
    const title = canvas.getByRole('heading', {
      name: word(globals, 'prompt_title'),
    });
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.click(canvas.getByRole('button', { name: word(globals, 'prompt_skip') }));
    await waitFor(() => expect(opener).toHaveFocus());
    await expect(canvas.queryByRole('dialog')).toBeNull();
  },
};

/** Needs an answer: no cross, and neither Escape nor a press outside closes it. */
export const NotDismissable: Story = {
  render: () => <Mismatch />,
  async play({ canvasElement }) {
    const dialog = within(canvasElement).getByRole('dialog') as HTMLDialogElement;
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await expect(dialog.open).toBe(true);
  },
};
