import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import type { Appearance } from '@widget/index.js';
import { propertiesOf } from '@widget/brand/derive.js';
import { advice, illegible } from '@widget/brand/legible.js';
import { readAppearance } from '@widget/brand/read.js';
import { policyOf } from '@widget/embed/doctor.js';
import type { Start } from '@widget/session/setting.js';
import { defaultLanguage, tagOf } from '@widget/i18n/language.js';
import { Panel } from '@widget/parts/index.js';
import { FlowRoot } from '@widget/shell/FlowRoot.js';
import { Root, type Theme } from '@widget/theme/index.js';
import { serverOrigin } from '@fake/server.js';
import { brands } from '../../.storybook/brands.js';
import { snippetOf, type Framework } from '../../../examples/studio/snippet.js';
import { flowStory } from '../fixtures/flow.js';
import { shownIn } from '../fixtures/words.js';
import './studio.css';

interface Chosen {
  /** The brand, as JSON. */
  appearance: Appearance;
  start: Exclude<Start, 'professionals'>;
  width: 390 | 768 | 1280;
  framework: Framework;
  /** Your server's address. */
  server: string;
}

/**
 * The faults of a brand: unknown parts, and text that is unreadable in either scheme. The measured roots are beside the shown one, because
 * a nested root has the outer root's scheme.
 */
function Findings({ appearance, shown }: { appearance: Appearance; shown: Theme }) {
  const { tokens, mistakes } = readAppearance(appearance);
  const [found, setFound] = useState<Partial<Record<'light' | 'dark', readonly string[]>>>({});
  const style = propertiesOf(tokens);
  const all = [...mistakes, ...(found.light ?? []), ...(found.dark ?? [])];
  return (
    <>
      {(['light', 'dark'] as const).map((theme) => (
        <Measured
          key={`${theme} ${JSON.stringify(style)}`}
          theme={theme}
          style={style}
          onMeasured={(pairs) => setFound((before) => ({ ...before, [theme]: pairs }))}
        />
      ))}
      <Root theme={shown} lang={tagOf(defaultLanguage)}>
        <Panel heading="Brand">
          <ul aria-label="Findings">
            {all.length === 0 ? (
              <li>✓ Everything is understood, and can be read on light and on dark ground.</li>
            ) : (
              all.map((one) => <li key={one}>✗ {one}</li>)
            )}
          </ul>
        </Panel>
      </Root>
    </>
  );
}

interface MeasuredProps {
  theme: 'light' | 'dark';
  style: ReturnType<typeof propertiesOf>;
  onMeasured: (pairs: readonly string[]) => void;
}

/** A root without size in one scheme, whose colors are measured once: each change of the brand mounts another. */
function Measured({ theme, style, onMeasured }: MeasuredProps) {
  const root = useRef<HTMLDivElement>(null);
  const measure = useEffectEvent(() => {
    if (root.current) onMeasured(illegible(root.current).map((pair) => `${theme}: ${advice(pair)}`));
  });
  useEffect(() => measure(), []);
  return <Root ref={root} theme={theme} lang={tagOf(defaultLanguage)} style={style} />;
}

/** The flow in a brand, the brand's faults, and the lines to copy. A server's own studio, at `/dev/embed/`, also has the modes. */
function Studio({ chosen: { appearance, start, width, framework, server }, theme, locale }: { chosen: Chosen; theme: Theme; locale: string }) {
  const written = JSON.stringify(appearance);
  const attributes = { locale, ...(theme === 'auto' ? {} : { theme }), appearance: written };
  return (
    <div className="story-studio">
      <div className="story-stage" style={{ inlineSize: `${width}px` }}>
        <FlowRoot
          hosted={false}
          setting={{ server: serverOrigin, instance: 'story', start, locale, theme, headingLevel: 1, analytics: false, appearance: written }}
        />
      </div>
      <div className="story-notes">
        <Findings appearance={appearance} shown={theme} />
        <Root theme={theme} lang={tagOf(defaultLanguage)}>
          <Panel heading="Lines for the site">
            <pre tabIndex={0} role="region" aria-label="Lines for the site">
              {snippetOf(framework, { server, flow: start, attributes })}
            </pre>
          </Panel>
          <Panel heading="Content-Security-Policy">
            <pre tabIndex={0} role="region" aria-label="Policy">
              {policyOf(server)}
            </pre>
          </Panel>
        </Root>
      </div>
    </div>
  );
}

const flow = flowStory();

const meta = {
  title: 'Foundation/Studio',
  parameters: flow.parameters,
  beforeEach: flow.beforeEach,
  args: { appearance: brands['harbor'] as Appearance, start: 'parents', width: 390, framework: 'html', server: 'https://join.example.com' },
  argTypes: {
    appearance: { control: 'object' },
    start: { control: 'inline-radio', options: ['chooser', 'parents'] },
    width: { control: 'inline-radio', options: [390, 768, 1280] },
    framework: { control: 'select', options: ['html', 'react', 'vue', 'svelte', 'link'] },
  },
  render: (chosen, { globals }) => <Studio chosen={chosen} theme={globals['theme'] as Theme} locale={shownIn(globals)} />,
} satisfies Meta<Chosen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Change the brand under Controls: the flow, the findings and the lines follow. */
export const OwnBrand: Story = {
  play: async ({ canvasElement, args }) => {
    await flow.play({ canvasElement });
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('list', { name: 'Findings' })).toHaveTextContent(
      '✓ Everything is understood, and can be read on light and on dark ground.',
    );
    await expect(canvas.getByRole('region', { name: 'Lines for the site' })).toHaveTextContent(
      `<script type="module" src="${args.server}/embed/v1/cojoin.js">`,
    );
  },
};

/** A brand with a mistyped name, and a yellow too light for text. */
export const WithMistakes: Story = {
  // Too little contrast is the subject of this story.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } } },
  args: { appearance: { acent: '#7a2f5d', accent: '#f5d442' } as unknown as Appearance },
  play: async ({ canvasElement }) => {
    const findings = within(canvasElement).getByRole('list', { name: 'Findings' });
    await waitFor(() => expect(findings).toHaveTextContent('✗ light: links on cards'));
    await expect(findings).toHaveTextContent('✗ acent isn’t known');
  },
};
