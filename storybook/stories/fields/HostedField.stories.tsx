import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { HostedField } from '@widget/fields/index.js';
import { useText } from '@widget/i18n/useText.js';
import { useWord, word } from '../fixtures/words.js';

function CardNumber({
  isInvalid = false,
  isLoading = false,
  isFocused = false,
  onFocusRequest,
}: {
  isInvalid?: boolean;
  isLoading?: boolean;
  isFocused?: boolean;
  onFocusRequest?: () => void;
}) {
  const t = useWord();
  const { lang } = useText();
  const box = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const name = t('payment_card_number');
  useEffect(() => {
    if (isLoading || !box.current) {
      return undefined;
    }
    // Like a provider's script: adds a frame with one labeled input.
    const element = document.createElement('iframe');
    element.title = name;
    element.srcdoc = `<!doctype html><html lang="${lang}"><title>${name}</title><style>html,body{margin:0;height:100%;background:transparent}input{border:0;outline:0;background:transparent;width:100%;height:100%;padding:0 12px;font:16px system-ui;color:${getComputedStyle(box.current).color};box-sizing:border-box}</style><main style="height:100%"><input aria-label="${name}" value="4111 1111 1111 1111"></main>`;
    box.current.append(element);
    setFrame(element);
    return () => element.remove();
  }, [isLoading, lang, name]);
  return (
    <HostedField
      ref={box}
      label={name}
      name="number"
      isRequired
      isLoading={isLoading}
      isFocused={isFocused}
      errorMessage={isInvalid ? t('card_number_invalid') : undefined}
      onFocusRequest={() => {
        frame?.contentDocument?.querySelector('input')?.focus();
        onFocusRequest?.();
      }}
    />
  );
}

const meta = { title: 'Fields/HostedField', component: CardNumber } satisfies Meta<typeof CardNumber>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  args: { onFocusRequest: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByText(word(globals, 'payment_card_number'), { selector: '.cj-field-label' }));
    await expect(args.onFocusRequest).toHaveBeenCalledTimes(1);
  },
};

export const Loading: Story = { args: { isLoading: true } };

export const Focused: Story = { args: { isFocused: true }, parameters: { proves: 'The box shows that the provider’s field has the focus.' } };

/** The summary's link gives the focus to the box, which passes it on. */
export const WithError: Story = {
  args: { isInvalid: true, onFocusRequest: fn() },
  async play({ canvasElement, args, globals }) {
    const group = within(canvasElement).getByRole('group', { name: word(globals, 'payment_card_number') });
    await expect(group).toHaveAccessibleDescription(word(globals, 'card_number_invalid'));
    group.focus();
    await expect(args.onFocusRequest).toHaveBeenCalledTimes(1);
  },
};
