import { createRootRoute, createRoute, createRouter, Link, Outlet } from '@tanstack/react-router';
import { JoinPage } from './JoinPage';
import { LinkedPage } from './LinkedPage';
import { ProPage } from './ProPage';

/** The site's own router, with addresses of its own. The sign-up touches none of them. */
const root = createRootRoute({
  component: () => (
    <>
      <header className="bar">
        <Link to="/">Harbor Family Law</Link>
        <nav aria-label="Main">
          <Link to="/join">Join</Link>
          <Link to="/professionals">For professionals</Link>
        </nav>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  ),
});

const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Two homes, one plan</h1> });
const join = createRoute({ getParentRoute: () => root, path: '/join', component: JoinPage });
const linked = createRoute({ getParentRoute: () => root, path: '/linked', component: LinkedPage });
const professionals = createRoute({ getParentRoute: () => root, path: '/professionals', component: ProPage });

export const router = createRouter({ routeTree: root.addChildren([home, join, linked, professionals]) });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
