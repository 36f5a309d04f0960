import { useState } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { StateName } from '@widget/checkout/state.js';
import { table } from '@widget/checkout/table.js';
import { useText } from '@widget/i18n/useText.js';
import { Heading } from '@widget/parts/index.js';
import { CheckoutAt, checkoutStory } from '../fixtures/checkout.js';
import { waysTo } from '../fixtures/ways.js';
import { useWorld } from '../fixtures/world.js';
import { CheckoutDiagram, ways } from './CheckoutDiagram.js';
import './map.css';

const names = Object.keys(table) as StateName[];
const hasView = (name: StateName): name is keyof typeof waysTo => Object.hasOwn(waysTo, name);

/** Every state of the checkout's machine: its diagram, its transitions, and its view in the toolbar's country, language and variant. */
function Explorer() {
  const world = useWorld();
  const { lang } = useText();
  const [name, setName] = useState<StateName>('billing');
  return (
    <>
      <Heading depth={0}>The checkout’s states</Heading>
      <label>
        State of the machine{' '}
        <select
          className="story-map-select"
          value={name}
          onChange={({ target }) => setName(names.find((known) => known === target.value) ?? 'billing')}
        >
          {names.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </select>
      </label>
      <CheckoutDiagram current={name} />
      <ul className="story-map-note">
        {ways()
          .filter(({ from }) => from === name)
          .map(({ to, events }) => (
            <li key={to}>
              {events.join(', ')} → {to}
            </li>
          ))}
      </ul>
      {hasView(name) && (
        <CheckoutAt
          key={`${name} ${lang} ${world.market.country} ${world.treated.join()}`}
          world={world}
          lang={lang}
          at={{ events: waysTo[name](world), card: 'filled' }}
        />
      )}
    </>
  );
}

const meta = { title: 'Map/The checkout', ...checkoutStory(() => ({})), render: () => <Explorer /> } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** Each transition of the table is an arrow; a chosen state is shown as a buyer sees it. */
export const States: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await expect(canvasElement.querySelectorAll('.story-diagram line')).toHaveLength(ways().length);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'State of the machine' }), 'paying.confirming');
    await expect(canvas.getByText(/\bORDER_REFUSED\b.* → review$/)).toBeVisible();
  },
};
