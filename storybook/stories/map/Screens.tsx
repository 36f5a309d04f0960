import { storyNameFromExport, toId } from 'storybook/internal/csf';
import { routes, type Need } from '@widget/session/route.js';
import { useText } from '@widget/i18n/useText.js';
import { Heading } from '@widget/parts/index.js';
import type { Screen } from './screen.js';
import { screens } from './states.js';

/** Descriptions of the conditions that open a screen. */
const needs: Record<Need, string> = {
  nothing: 'Open to everyone.',
  status: 'Open unless grow794 or the bypass skips it.',
  registration: 'Open according to the server’s table of steps.',
  credentials: 'Open from the payment until the credentials are set, or by a mailed link.',
  receipt: 'Open once the credentials are set.',
  login: 'Open after log-in.',
  'no login': 'Open only without a log-in.',
  invitation: 'Open according to the invitation’s guard.',
};

/** Each screen in the order of the journey: its path and guard from the flow's table, its states as links to their stories. */
export function Screens() {
  return (
    <ol className="story-map">
      {screens.map((screen) => (
        <li key={screen.title} className="story-map-screen">
          <Heading depth={1}>{screen.title.replace('Journey/', '')}</Heading>
          <Guard screen={screen} />
          <ul className="story-map-links">
            {screen.states.map(([state, story]) => (
              <li key={state}>
                <a href={`?path=/story/${idOf(screen, story)}`} target="_top">
                  {state}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Guard({ screen }: { screen: Screen }) {
  const t = useText();
  const route = routes.find(({ path }) => screen.paths.includes(path));
  return (
    <p className="story-map-note">
      {screen.paths.length > 0 && <code>{screen.paths.join(' ')}</code>} {route && `“${t(route.title)}”. ${needs[route.needs]}`} Specification{' '}
      {screen.spec}.
    </p>
  );
}

function idOf(screen: Screen, story: string): string {
  const [title, name] = story.includes('#') ? story.split('#') : [screen.title, story];
  return toId(title ?? '', storyNameFromExport(name ?? ''));
}
