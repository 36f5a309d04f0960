import { redirectOf, routes, type Need } from '@widget/session/route.js';
import { defaultLanguage } from '@widget/i18n/language.js';
import { openSession, type SignupSession } from '@widget/session/session.js';
import { registrationAt } from '@fake/registration.js';
import { paidOf } from '@fake/receipt.js';
import type { World } from '@fake/world.js';
import { useWorld } from '../fixtures/world.js';

/** Returns the states of a sign-up, for the guards. */
function standsOf(world: World): readonly (readonly [name: string, session: SignupSession])[] {
  const blank = openSession(undefined, 'map').get();
  const at = (state: Parameters<typeof registrationAt>[0]): SignupSession => ({ ...blank, registration: registrationAt(state, world) });
  const paid = { ...at('paid'), paid: paidOf(defaultLanguage) };
  return [
    ['New here', blank],
    ['Step 1 done', at('family')],
    ['Step 2 done', at('package')],
    ['Building', at('custom')],
    ['Package chosen', at('payment')],
    ['Duplicate', at('duplicate')],
    ['Confirming', at('confirming')],
    ['Paid', paid],
    ['Done', { ...paid, credentialsSet: true }],
  ];
}

/** The redirect of each path, computed by the flow's own guards; a tick if the screen opens. */
export function Guards() {
  const world = useWorld();
  const stands = standsOf(world);
  const experiments = Object.fromEntries(world.treated.map((key) => [key, 'Treatment']));
  const rows = routes.filter(({ path }) => !path.startsWith('/invite') && !path.startsWith('/pro'));
  return (
    <div className="story-map-room" role="region" aria-label="Where a path leads" tabIndex={0}>
      <table className="story-map-table">
        <thead>
          <tr>
            <th scope="col">Path</th>
            {stands.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((route: { path: string; needs: Need }) => (
            <tr key={route.path}>
              <th scope="row">
                <code>{route.path}</code>
              </th>
              {stands.map(([name, session]) => (
                <td key={name}>{redirectOf(route, session, experiments) ?? '✓'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
