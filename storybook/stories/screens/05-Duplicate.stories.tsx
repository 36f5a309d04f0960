import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { coParent, parent } from '@fake/people.js';
import { registrationAt } from '@fake/registration.js';
import { unbroken } from '@widget/i18n/unbroken.js';
import type { DuplicatePerson } from '@widget/session/session.js';
import { flowStory, onScreen } from '../fixtures/flow.js';
import { worldOf } from '../fixtures/world.js';

const of = (who: DuplicatePerson['who'], { firstName, lastName, email }: typeof parent | typeof coParent) =>
  flowStory((world) => ({
    session: { duplicate: { who, firstName, lastName, email } },
    server: { registration: registrationAt('duplicate', world) },
  }));

const meta = { title: 'Journey/05 Duplicate', ...of('parent', parent) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const OfTheParent: Story = {
  async play(context) {
    await (await onScreen(context, 'duplicate_title')).shows('duplicate_parent_text');
  },
};

export const OfTheCoParent: Story = of('coParent', coParent);

/** The region's support phone comes first. */
export const InNewZealand: Story = {
  globals: { country: 'NZ' },
  async play(context) {
    const { canvas, t } = await onScreen(context, 'duplicate_title');
    const calls = canvas.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('tel:'));
    await expect(calls).toHaveLength(4);
    // The exact text: no line ends within a number.
    await expect(calls[0]?.textContent).toBe(t('duplicate_phone', { phone: worldOf(context.globals).market.supportPhone }));
    await expect(calls.at(-1)?.textContent).toBe(`${t('duplicate_elsewhere')}: ${unbroken('+1 800-555-0199')}`);
  },
};

export const OpenedByItsAddress: Story = flowStory(() => ({ path: '/duplicate' }));
