import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { CheckboxField } from '@widget/fields/index.js';
import { LinkButton } from '@widget/parts/index.js';
import { Held, useSay } from '../fixtures/Held.js';

function NoEmail({ initial = false, isDisabled = false }: { initial?: boolean; isDisabled?: boolean }) {
  const say = useSay();
  return (
    <Held initial={initial}>
      {(value, setValue) => (
        <CheckboxField
          label={say("I don't have an email address for my co-parent.", 'No tengo el correo electrónico del otro progenitor.')}
          name="noEmail"
          isDisabled={isDisabled}
          value={value}
          onChange={setValue}
        />
      )}
    </Held>
  );
}

const meta = { title: 'Fields/CheckboxField', component: NoEmail } satisfies Meta<typeof NoEmail>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unticked: Story = {
  async play({ canvasElement }) {
    const box = within(canvasElement).getByRole('checkbox');
    await userEvent.tab();
    await expect(box).toHaveFocus();
  },
};

export const Ticked: Story = {
  async play({ canvasElement, globals }) {
    const canvas = within(canvasElement);
    await userEvent.click(
      canvas.getByText(
        globals['locale'] === 'es' ? 'No tengo el correo electrónico del otro progenitor.' : "I don't have an email address for my co-parent.",
      ),
    );
    await expect(canvas.getByRole('checkbox')).toBeChecked();
  },
};

export const Disabled: Story = { args: { initial: true, isDisabled: true } };

/** With a link among the words and an error below. */
export const TermsWithError: Story = {
  render: () => {
    const say = useSay();
    return (
      <Held initial={false}>
        {(value, setValue) => (
          <CheckboxField
            label={
              <>
                {say('I agree to the ', 'Acepto los ')}
                <LinkButton placement="inline" href="#terms" opensNewTab newTabLabel={say('(opens in a new tab)', '(se abre en otra pestaña)')}>
                  {say('Terms & Conditions', 'Términos y condiciones')}
                </LinkButton>
              </>
            }
            name="termsAndConditions"
            isRequired
            errorMessage={say('Please agree to the terms to continue', 'Acepte los términos para continuar')}
            value={value}
            onChange={setValue}
          />
        )}
      </Held>
    );
  },
};
