import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { CheckboxGroupField } from '@widget/fields/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';

interface RolesProps {
  initial?: readonly string[];
  isInvalid?: boolean;
  isDisabled?: boolean;
  onChange?: (values: string[]) => void;
}

function Roles({ initial = [], isInvalid = false, isDisabled = false, onChange }: RolesProps) {
  const t = useWord();
  const options = [
    { value: 'ATTORNEY', label: t('role_attorney') },
    { value: 'MEDIATOR', label: t('role_mediator') },
    { value: 'JUDGE', label: t('role_judge') },
  ];
  return (
    <Held initial={[...initial]}>
      {(value, setValue) => (
        <CheckboxGroupField
          name="roles"
          label={t('pro_roles')}
          description={t('pro_roles_help')}
          options={options}
          isDisabled={isDisabled}
          errorMessage={isInvalid ? t('field_required') : undefined}
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
    await expect(within(canvasElement).getByRole('group', { name: word(globals, 'pro_roles') })).toHaveAccessibleDescription(
      `${word(globals, 'pro_roles_help')} ${word(globals, 'field_required')}`,
    );
  },
};

export const Disabled: Story = { args: { initial: ['MEDIATOR'], isDisabled: true } };
