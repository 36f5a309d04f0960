import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Actions, Button, LinkButton } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

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
  const t = useWord();
  return (
    <Actions>
      <Button isBusy={isBusy} busyLabel={t('saving')} isDisabled={isDisabled} isWide={isWide} onPress={onPress}>
        {t('continue')}
      </Button>
    </Actions>
  );
}

const meta = { title: 'Parts/Button', component: Continue } satisfies Meta<typeof Continue>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {};

export const Wide: Story = { args: { isWide: true }, parameters: { proves: 'The button is as wide as its place.' } };

/** A busy button ignores presses, keeps the focus and announces its state. */
export const Busy: Story = {
  args: { isBusy: true, onPress: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    const button = canvas.getByRole('button', { name: word(globals, 'continue') });
    await userEvent.click(button);
    await userEvent.click(button);
    await expect(args.onPress).not.toHaveBeenCalled();
    await expect(button).toHaveFocus();
    await expect(canvas.getByRole('status')).toHaveTextContent(word(globals, 'saving'));
  },
};

export const Disabled: Story = { args: { isDisabled: true } };

export const AllKinds: Story = {
  render: () => {
    const t = useWord();
    return (
      <>
        <Actions>
          <Button>{t('review_pay_now')}</Button>
          <Button variant="secondary">{t('prompt_skip')}</Button>
          <Button variant="quiet" icon="plus">
            {t('children_add')}
          </Button>
          <Button variant="danger" icon="trash">
            {t('children_remove')}
          </Button>
        </Actions>
        <Actions>
          <LinkButton href="#back" icon="back">
            {t('billing_back')}
          </LinkButton>
          <LinkButton onPress={() => undefined}>{t('review_change')}</LinkButton>
          <LinkButton href="#login" placement="button">
            {t('status_login')}
          </LinkButton>
        </Actions>
      </>
    );
  },
};
