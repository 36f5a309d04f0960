import { createRootRoute, createRoute, createRouter, Link, Outlet } from '@tanstack/react-router';
import { JoinPage } from './JoinPage';
import { LinkedPage } from './LinkedPage';
import { ProPage } from './ProPage';

function HomePage() {
  return (
    <>
      <h1>Two homes, one plan</h1>
      <p>We help families agree on schedules, expenses and school. Parents keep track of it all in one place.</p>
      <p>
        <Link to="/join">Create your account</Link>
      </p>
    </>
  );
}

/** The site's own router with its own URLs, which the sign-up doesn't change. */
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

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });
const join = createRoute({ getParentRoute: () => root, path: '/join', component: JoinPage });
const linked = createRoute({ getParentRoute: () => root, path: '/linked', component: LinkedPage });
const professionals = createRoute({ getParentRoute: () => root, path: '/professionals', component: ProPage });

export const router = createRouter({ routeTree: root.addChildren([home, join, linked, professionals]) });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
