import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { CheckboxGroupField } from '@widget/fields/index.js';
import { Held, useSay } from '../fixtures/Held.js';
import { word } from '../fixtures/words.js';

interface RolesProps {
  initial?: readonly string[];
  isInvalid?: boolean;
  isDisabled?: boolean;
  onChange?: (values: string[]) => void;
}

function Roles({ initial = [], isInvalid = false, isDisabled = false, onChange }: RolesProps) {
  const say = useSay();
  const options = [
    { value: 'ATTORNEY', label: say('Family law attorney', 'Abogacía de familia') },
    { value: 'MEDIATOR', label: say('Mediator', 'Mediación') },
    { value: 'JUDGE', label: say('Judge', 'Judicatura') },
  ];
  return (
    <Held initial={[...initial]}>
      {(value, setValue) => (
        <CheckboxGroupField
          name="roles"
          label={say('What do you do?', '¿A qué se dedica?')}
          description={say('Choose everything that applies.', 'Elija todo lo que corresponda.')}
          options={options}
          isDisabled={isDisabled}
          errorMessage={isInvalid ? say('This field is required', 'Este campo es obligatorio') : undefined}
          value={value}
          onChange={(next) => {
            onChange?.(next);
            setValue(next);
          }}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/CheckboxGroupField', component: Roles, args: { onChange: fn() } } satisfies Meta<typeof Roles>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Whatever the order of the ticks, the values keep the order of the options. */
export const Default: Story = {
  async play({ canvasElement, args }) {
    const [attorney, , judge] = within(canvasElement).getAllByRole('checkbox');
    await userEvent.click(judge as HTMLElement);
    await userEvent.click(attorney as HTMLElement);
    await expect(args.onChange).toHaveBeenLastCalledWith(['ATTORNEY', 'JUDGE']);
    await userEvent.click(judge as HTMLElement);
    await expect(args.onChange).toHaveBeenLastCalledWith(['ATTORNEY']);
  },
};

export const WithError: Story = {
  args: { isInvalid: true },
  async play({ canvasElement, globals }) {
    if (globals['locale'] === 'pseudo') return;
    await expect(within(canvasElement).getByRole('group', { name: word(globals, 'pro_roles') })).toHaveAccessibleDescription(
      `${word(globals, 'pro_roles_help')} ${word(globals, 'field_required')}`,
    );
  },
};

export const Disabled: Story = { args: { initial: ['MEDIATOR'], isDisabled: true } };
