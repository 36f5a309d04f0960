import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { createElement, type ComponentType, type ReactNode } from 'react';
import {
  aliases,
  firstPath,
  isInvitePath,
  legacyPaths,
  legacyRoute,
  loginRedirectOf,
  precedesPayment,
  redirectOf,
  routes,
  type Need,
  type Path,
  type Route,
} from '../session/route.js';
import type { Entry } from '../flow/screen.js';
import { basePath } from '../session/setting.js';
import { Layout } from './Layout.js';
import { BrokenScreen, MissingScreen, WaitingScreen } from './plain.js';
import { ScreenFailure } from './ScreenFailure.js';
import { loadScreen, type LoadedScreen } from './screens.js';
import type { Started } from './start.js';

const routerName = '__TSR_ROUTER__';

/** The context of the routes' guards and loaders. */
type RouterContext = Pick<Started, 'setting' | 'deepLink' | 'keeper' | 'inviteKeeper' | 'account' | 'api' | 'bootstrap' | 'needTexts' | 'needBuyer'> &
  Pick<Entry, 'track'>;

declare module '@tanstack/react-router' {
  interface Register {
    router: OwnRouter['router'];
  }
  interface StaticDataRouteOption {
    title?: Route['title'];
  }
}

/** Returns the redirect of a request for a path. An invitation's guard may call the server. */
async function guard(
  { path, needs }: { path: Path; needs: Need },
  { keeper, inviteKeeper, account, api, bootstrap }: RouterContext,
): Promise<Path | undefined> {
  const isLoggedIn = account.get().login !== undefined;
  const login = loginRedirectOf({ needs }, isLoggedIn);
  if (login === '/login') account.rememberTarget(path);
  if (login) return login;
  if (!isInvitePath(path)) {
    const elsewhere = redirectOf({ path, needs }, keeper.get(), bootstrap.experiments, isLoggedIn);
    if (elsewhere && keeper.get().paid && precedesPayment({ path, needs })) keeper.set({ notice: 'payment_done' });
    return elsewhere;
  }
  const { guardInvite } = await import('../screens/invite/guard.js');
  return guardInvite(path, inviteKeeper, api);
}

/**
 * Returns a screen whose code and texts load on first use. The router's own lazy loading reloads the page when a chunk is missing,
 * which an embedded flow must never do to its host. Here the route shows the failure, and a retry loads again.
 */
function screenOf(route: Pick<Route, 'screen' | 'texts'>) {
  let shown: ReactNode;
  // Also on stay: after a failed load the router counts the screen as entered, so a retry only stays.
  const open = ({ loaderData, context: { keeper, inviteKeeper, track } }: { loaderData?: LoadedScreen; context: RouterContext }) => {
    shown ??= loaderData && createElement(loaderData.Screen, loaderData.enter?.({ signup: keeper, invited: inviteKeeper, track }));
  };
  return {
    onEnter: open,
    onStay: open,
    onLeave: () => {
      shown = undefined;
    },
    loader: counted(async ({ context: { needTexts, needBuyer } }: { context: RouterContext }) => {
      // The first screen needs only the frame's texts. Any other loads the calls of a sign-up.
      const [screen] = await Promise.all([loadScreen(route), needTexts(route.texts), route.texts.length > 0 && needBuyer()]);
      return screen;
    }),
    component: () => shown,
  };
}

/** The layout of the invited parent's screens. */
function invitedLayout() {
  let InviteFlow: ComponentType<{ children: ReactNode }> | undefined;
  return {
    id: 'invited',
    loader: counted(async () => {
      ({ InviteFlow } = await import('../screens/invite/InviteFlow.js'));
    }),
    component: () => InviteFlow && createElement(InviteFlow, undefined, createElement(Outlet)),
  };
}

/** Counts the failures of a loader. */
function counted<C, T>(load: (context: C) => Promise<T>) {
  let failures = 0;
  return async (context: C): Promise<T> => {
    try {
      return await load(context);
    } catch (error) {
      throw new ScreenFailure(error, (failures += 1));
    }
  };
}

/** Creates the routes of one flow: they keep their loaded screens, and a page may have several flows. */
function createRoutes({ setting, keeper }: RouterContext) {
  const root = createRootRouteWithContext<RouterContext>()({ component: Layout, notFoundComponent: MissingScreen });
  const invited = createRoute({ getParentRoute: () => root, ...invitedLayout() });
  const screensOf = (parent: typeof root | typeof invited, among: readonly (typeof routes)[number][]) =>
    among.map((route) =>
      createRoute({
        getParentRoute: () => parent,
        path: route.path,
        staticData: { title: route.title },
        beforeLoad: async ({ context }) => {
          const elsewhere = await guard(route, context);
          if (elsewhere) throw redirect({ to: elsewhere, replace: true });
        },
        ...screenOf(route),
      }),
    );
  const legacy = legacyPaths.map((path) => createRoute({ getParentRoute: () => root, path, ...screenOf(legacyRoute) }));
  const others = (Object.keys(aliases) as (keyof typeof aliases)[]).map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        const first = setting.inviteToken ? '/invite' : firstPath(setting.start, keeper.get());
        throw redirect({ to: aliases[path] === '/signup' ? first : aliases[path], replace: true });
      },
    }),
  );
  const invitations = routes.filter(({ path }) => isInvitePath(path));
  const ours = routes.filter(({ path }) => !isInvitePath(path));
  return root.addChildren([invited.addChildren(screensOf(invited, invitations)), ...screensOf(root, ours), ...legacy, ...others]);
}

/** A router of our own, and the function that restores the page. */
export type OwnRouter = ReturnType<typeof createFlowRouter>;

/**
 * Creates the router of one flow: browser history under /app/join on the hosted page, a memory history when embedded, which leaves the host's alone.
 * Guards run before every screen, also on back and reload.
 */
export function createFlowRouter(context: RouterContext) {
  const { setting, deepLink } = context;
  const history = setting.hosted ? createBrowserHistory() : createMemoryHistory({ initialEntries: [deepLink?.read() ?? '/'] });
  // The router puts itself on window for its developer tools; a host's own router may have done so before.
  const named = Object.getOwnPropertyDescriptor(globalThis, routerName);
  const router = createRouter({
    routeTree: createRoutes(context),
    context,
    history,
    basepath: setting.hosted ? basePath : '/',
    defaultPreload: false,
    scrollRestoration: false,
    // A loaded screen stays.
    defaultStaleTime: Infinity,
    defaultPendingComponent: WaitingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: BrokenScreen,
    defaultNotFoundComponent: MissingScreen,
  });
  if (named) Object.defineProperty(globalThis, routerName, named);
  else Reflect.deleteProperty(globalThis, routerName);
  // Its own subscriber scrolls the host page to the top at every step, even without scroll restoration.
  router.subscribers.clear();
  if (deepLink) router.subscribe('onResolved', ({ toLocation }) => deepLink.write(toLocation.pathname));
  return {
    router,
    destroy: () => {
      history.destroy();
      router.subscribers.clear();
      deepLink?.write(undefined);
    },
  };
}

/** The router of one flow as a store: it exists while it has subscribers, so that an unmounted root leaves the page unchanged. */
export function flowRouting(context: RouterContext) {
  let own: OwnRouter | undefined;
  const subscribe = (onChange: () => void) => {
    own = createFlowRouter(context);
    onChange();
    return () => {
      own?.destroy();
      own = undefined;
    };
  };
  return [subscribe, () => own] as const;
}
