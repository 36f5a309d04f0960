import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { CheckboxField } from '@widget/fields/index.js';
import { LinkButton } from '@widget/parts/index.js';
import { Held } from '../fixtures/Held.js';
import { useWord, word } from '../fixtures/words.js';

function NoEmail({ initial = false, isDisabled = false }: { initial?: boolean; isDisabled?: boolean }) {
  const t = useWord();
  return (
    <Held initial={initial}>
      {(value, setValue) => <CheckboxField label={t('family_no_email')} name="noEmail" isDisabled={isDisabled} value={value} onChange={setValue} />}
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
    await userEvent.click(canvas.getByText(word(globals, 'family_no_email')));
    await expect(canvas.getByRole('checkbox')).toBeChecked();
  },
};

export const Disabled: Story = { args: { initial: true, isDisabled: true } };

/** With a link in the label and an error below. */
export const TermsWithError: Story = {
  render: () => {
    const t = useWord();
    return (
      <Held initial={false}>
        {(value, setValue) => (
          <CheckboxField
            label={
              <>
                {t('review_terms', { terms: '' })}
                <LinkButton placement="inline" href="#terms" opensNewTab newTabLabel={t('new_tab')}>
                  {t('footer_terms')}
                </LinkButton>
              </>
            }
            name="termsAndConditions"
            isRequired
            errorMessage={t('terms_required')}
            value={value}
            onChange={setValue}
          />
        )}
      </Held>
    );
  },
};
