import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { StepDots } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

function Dots({ current, onSelect }: { current: number; onSelect?: (step: number) => void }) {
  const t = useWord();
  const names = [t('steps_parent'), t('steps_family'), t('steps_package'), t('payment_title')];
  return (
    <StepDots
      label={t('steps_label')}
      caption={t('steps_caption', { step: current, count: 4 })}
      steps={names.map((name, index) => {
        const number = index + 1;
        const state = number < current ? ('done' as const) : number === current ? ('current' as const) : ('upcoming' as const);
        const position = t('steps_position', { step: number, count: 4, name });
        const words = { done: `, ${t('steps_done')}`, current: `, ${t('steps_current')}`, upcoming: '' }[state];
        return {
          id: String(number),
          accessibleLabel: `${position}${words}`,
          state,
          onSelect: number < current ? () => onSelect?.(number) : undefined,
        };
      })}
    />
  );
}

const meta = { title: 'Parts/StepDots', component: Dots } satisfies Meta<typeof Dots>;
export default meta;
type Story = StoryObj<typeof meta>;

export const First: Story = { args: { current: 1 } };

/** Only finished steps can be pressed. */
export const Third: Story = {
  args: { current: 3, onSelect: fn() },
  async play({ canvasElement, args, globals }) {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole('button')).toHaveLength(2);
    await userEvent.click(
      canvas.getByRole('button', {
        name: `${word(globals, 'steps_position', { step: 1, count: 4, name: word(globals, 'steps_parent') })}, ${word(globals, 'steps_done')}`,
      }),
    );
    await expect(args.onSelect).toHaveBeenCalledWith(1);
  },
};

export const Last: Story = { args: { current: 4 } };
