import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { StepDots } from '@widget/parts/index.js';
import { useSay } from '../fixtures/Held.js';

function Dots({ current, onSelect }: { current: number; onSelect?: (step: number) => void }) {
  const say = useSay();
  const names = [say('You', 'Usted'), say('Your co-parent', 'El otro progenitor'), say('Package', 'Paquete'), say('Payment', 'Pago')];
  return (
    <StepDots
      label={say('Sign-up steps', 'Pasos del registro')}
      caption={say(`Step ${current} of 4`, `Paso ${current} de 4`)}
      steps={names.map((name, index) => {
        const number = index + 1;
        const state = number < current ? ('done' as const) : number === current ? ('current' as const) : ('upcoming' as const);
        const words = {
          done: say('completed', 'completado'),
          current: say('current', 'actual'),
          upcoming: say('not started', 'sin empezar'),
        }[state];
        return {
          id: String(number),
          accessibleLabel: say(`Step ${number} of 4, ${name}, ${words}`, `Paso ${number} de 4, ${name}, ${words}`),
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
      canvas.getByRole('button', { name: globals['locale'] === 'es' ? 'Paso 1 de 4, Usted, completado' : 'Step 1 of 4, You, completed' }),
    );
    await expect(args.onSelect).toHaveBeenCalledWith(1);
  },
};

export const Last: Story = { args: { current: 4 } };
