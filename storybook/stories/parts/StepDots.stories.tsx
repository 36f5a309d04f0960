import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { StepDots } from '@widget/parts/index.js';
import { useWord, word } from '../fixtures/words.js';

function Dots({ current, onSelect }: { current: number; onSelect?: (step: number) => void }) {
  const say = useWord();
  const names = [say('steps_parent'), say('steps_family'), say('steps_package'), say('payment_title')];
  return (
    <StepDots
      label={say('steps_label')}
      caption={say('steps_caption', { step: current, count: 4 })}
      steps={names.map((name, index) => {
        const number = index + 1;
        const state = number < current ? ('done' as const) : number === current ? ('current' as const) : ('upcoming' as const);
        const position = say('steps_position', { step: number, count: 4, name });
        const words = { done: `, ${say('steps_done')}`, current: `, ${say('steps_current')}`, upcoming: '' }[state];
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
