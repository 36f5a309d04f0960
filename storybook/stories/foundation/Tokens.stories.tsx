import type { Meta, StoryObj } from '@storybook/react-vite';
import { useLayoutEffect, useRef, useState } from 'react';
import { Heading, Icon, Panel, type IconName } from '@widget/parts/index.js';
import './tokens.css';

const colors = [
  ['canvas', 'The page'],
  ['surface', 'Cards and panels'],
  ['sunken', 'Quiet boxes, read-only fields'],
  ['field', 'Inside of controls'],
  ['text', 'Words'],
  ['text-muted', 'Help and notes'],
  ['edge', 'Edges of controls, 3:1'],
  ['edge-soft', 'Lines that only separate'],
  ['accent', 'The one accent'],
  ['accent-strong', 'Accent under the pointer'],
  ['on-accent', 'Words on the accent'],
  ['accent-soft', 'Chosen, pointed at'],
  ['focus', 'Focus ring'],
  ['danger', 'Errors'],
  ['danger-soft', 'Behind errors'],
  ['success', 'Done, discounts'],
  ['success-soft', 'Behind them'],
  ['warning', 'Take care'],
  ['warning-soft', 'Behind it'],
] as const;

const sizes = [
  ['text-1', '14'],
  ['text-2', '16'],
  ['text-3', '18'],
  ['text-4', '22'],
  ['text-5', '28'],
] as const;

const spaces = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16] as const;

const icons: readonly IconName[] = [
  'alert',
  'back',
  'check',
  'chevron',
  'close',
  'dot',
  'external',
  'eye',
  'eyeOff',
  'globe',
  'info',
  'lock',
  'mail',
  'pause',
  'phone',
  'play',
  'plus',
  'tag',
  'trash',
  'warning',
];

function Swatch({ name, use }: { name: string; use: string }) {
  const chip = useRef<HTMLSpanElement>(null);
  const [value, setValue] = useState('');
  // At every render: the toolbar may have changed the theme.
  useLayoutEffect(() => {
    if (chip.current) {
      setValue(getComputedStyle(chip.current).backgroundColor);
    }
  });
  return (
    <li className="story-swatch">
      <span className="story-chip" ref={chip} data-token={name} />
      <span>
        <strong>--cojoin-{name}</strong>
        <span className="story-note">{use}</span>
        <span className="story-note">{value}</span>
      </span>
    </li>
  );
}

const meta = { title: 'Foundation/Tokens', parameters: { controls: { disable: true } } } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

/** A host sets `--cojoin-NAME` for light and `--cojoin-dark-NAME` for dark. */
export const Colors: Story = {
  render: () => (
    <Panel heading="Colors">
      <ul className="story-swatches">
        {colors.map(([name, use]) => (
          <Swatch key={name} name={name} use={use} />
        ))}
      </ul>
    </Panel>
  ),
};

export const Type: Story = {
  render: () => (
    <>
      <Heading depth={0}>Screen heading</Heading>
      <Panel heading="Type">
        <ul className="story-types">
          {sizes.map(([name, size]) => (
            <li key={name} className="story-type" data-size={name}>
              {size} · Calm, warm and trustworthy · $1,199.00
            </li>
          ))}
        </ul>
        <Heading depth={1}>Section heading</Heading>
        <Heading depth={2}>Card heading</Heading>
      </Panel>
    </>
  ),
};

export const SpaceAndShape: Story = {
  render: () => (
    <Panel heading="Space and shape">
      <ul className="story-spaces">
        {spaces.map((space) => (
          <li key={space} className="story-space" data-space={space}>
            <span>{space * 4} px</span>
          </li>
        ))}
      </ul>
      <div className="story-shape">10 px radius, one shadow</div>
    </Panel>
  ),
};

export const Icons: Story = {
  render: () => (
    <Panel heading="Icons">
      <ul className="story-icons">
        {icons.map((name) => (
          <li key={name} className="story-icon">
            <Icon name={name} size="large" />
            {name}
          </li>
        ))}
      </ul>
    </Panel>
  ),
};
