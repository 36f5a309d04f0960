import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { aliases } from '@widget/session/route.js';
import { Heading } from '@widget/parts/index.js';
import { Guards } from './Guards.js';
import './map.css';
import { Screens } from './Screens.js';
import { screens } from './states.js';

/** The parent's whole journey. The toolbar's language, country and flags apply here, too. */
const meta = { title: 'Map/The flow' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** Every screen in the order of the journey, with its states. */
export const ScreensAndStates: Story = {
  render: () => (
    <>
      <Heading depth={0}>The parent’s journey</Heading>
      <Screens />
    </>
  ),
  async play({ canvasElement }) {
    const states = screens.flatMap((screen) => screen.states);
    await expect(within(canvasElement).getAllByRole('link')).toHaveLength(states.length);
    await expect(within(canvasElement).getByRole('link', { name: 'Mismatch modal' })).toHaveAttribute(
      'href',
      '?path=/story/journey-12-around-payment--mismatch',
    );
  },
};

/** The open screens, and the redirects of the others. */
export const WhereAPathLeads: Story = {
  render: () => (
    <>
      <Heading depth={0}>Where a path leads</Heading>
      <Guards />
      <p>
        {Object.entries(aliases)
          .map(([path, to]) => `${path} leads to ${to}`)
          .join('; ')}
        .
      </p>
    </>
  ),
  async play({ canvasElement }) {
    const row = within(canvasElement).getByRole('row', { name: /^\/payment/ });
    const cells = within(row).getAllByRole('cell');
    await expect(cells.map((cell) => cell.textContent)).toEqual([
      '/step1',
      '/step2',
      '/step3',
      '/alacarte',
      '✓',
      '/duplicate',
      '✓',
      '/credentials',
      '/receipt',
    ]);
  },
};
