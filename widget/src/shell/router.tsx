import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRouter,
} from '@tanstack/react-router';
import type { Api } from '../client/api.js';
import type { Bootstrap } from '../client/types.js';
import type { TextPart } from '../i18n/texts.js';
import { legacyChunk, screenChunks, type ScreenChunk } from './chunks.js';
import { Layout } from './Layout.js';
import { readDeepLink, writeDeepLink } from './deepLink.js';
import { lazyScreen } from './lazyScreen.js';
import { inviteRoutes, type InvitePath } from '../flow/inviteRoute.js';
import { BrokenScreen, MissingScreen, WaitingScreen } from './plain.js';
import { aliases, firstPath, legacyPaths, redirectOf, routes, type RoutePath } from '../flow/route.js';
import type { Route, ScreenRoute } from '../flow/screenRoute.js';
import type { SessionKeeper } from '../flow/session.js';
import { basePath, type ResolvedSetting } from '../flow/setting.js';

const routerName = '__TSR_ROUTER__';

/** A router of our own and the way to leave the page as it was. */
export interface OwnRouter {
  router: AnyRouter;
  destroy: () => void;
}

/** What the router works with. */
export interface FlowParts {
  setting: ResolvedSetting;
  keeper: SessionKeeper;
  inviteKeeper: SessionKeeper;
  api: Api;
  bootstrap: Bootstrap;
  /** Brings sentences that a screen says; resolves when they are here. */
  needTexts: (parts: readonly TextPart[]) => Promise<void>;
}

/**
 * Makes the router of one flow: browser history under /app/join on the hosted page, a memory history that touches nothing of the host's when embedded.
 * Guards are asked before every screen, on back and reload too.
 */
export function createFlowRouter({ setting, keeper, inviteKeeper, api, bootstrap, needTexts }: FlowParts): OwnRouter {
  const screenOf = (load: ScreenChunk, texts: readonly TextPart[]) =>
    lazyScreen(async () => (await Promise.all([load(), needTexts(texts)]))[0].default);
  const root = createRootRoute({ component: Layout, notFoundComponent: MissingScreen });
  const screens = routes.map((route: Route & { path: RoutePath }) =>
    createRoute({
      getParentRoute: () => root,
      path: route.path,
      component: screenOf(screenChunks[route.path], route.texts),
      beforeLoad: () => {
        const elsewhere = redirectOf(route, keeper.get(), bootstrap.experiments);
        if (elsewhere) throw redirect({ to: elsewhere, replace: true });
      },
    }),
  );
  const invited = inviteRoutes.map((route: ScreenRoute & { path: InvitePath }) =>
    createRoute({
      getParentRoute: () => root,
      path: route.path,
      component: screenOf(screenChunks[route.path], route.texts),
      beforeLoad: async () => {
        const { guardInvite } = await import('../screens/invite/guard.js');
        const elsewhere = await guardInvite(route.path, inviteKeeper, api);
        if (elsewhere) throw redirect({ to: elsewhere, replace: true });
      },
    }),
  );
  const legacy = legacyPaths.map((path) => createRoute({ getParentRoute: () => root, path, component: screenOf(legacyChunk, ['step']) }));
  const others = Object.entries(aliases).map(([path, to]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ to: path === '/' ? (setting.inviteToken ? '/invite' : firstPath(setting.start, keeper.get())) : to, replace: true });
      },
    }),
  );
  const link = setting.hosted ? undefined : setting.deepLinks;
  const history = setting.hosted ? createBrowserHistory() : createMemoryHistory({ initialEntries: [(link && readDeepLink(link)) ?? '/'] });
  // The router names itself on window for its developer tools; a host's own router may have done so before.
  const named = Object.getOwnPropertyDescriptor(globalThis, routerName);
  const router = createRouter({
    routeTree: root.addChildren([...screens, ...invited, ...legacy, ...others]),
    history,
    basepath: setting.hosted ? basePath : '/',
    defaultPreload: false,
    scrollRestoration: false,
    defaultPendingComponent: WaitingScreen,
    defaultPendingMs: 150,
    defaultErrorComponent: BrokenScreen,
    defaultNotFoundComponent: MissingScreen,
  });
  if (named) Object.defineProperty(globalThis, routerName, named);
  else Reflect.deleteProperty(globalThis, routerName);
  // Its own subscriber scrolls the host page to the top at every step, scroll restoration or not.
  router.subscribers.clear();
  if (link) router.subscribe('onResolved', ({ toLocation }) => writeDeepLink(link, toLocation.pathname));
  return {
    router,
    destroy: () => {
      history.destroy();
      router.subscribers.clear();
      if (link) writeDeepLink(link, undefined);
    },
  };
}
