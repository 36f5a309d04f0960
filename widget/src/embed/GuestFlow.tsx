import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { AccountFlowProps } from './AccountFlow.js';
import type { EmbeddedFlowProps, FlowHandle } from './EmbeddedFlow.js';
import type { Guest } from './guest.js';
import type { InviteFlowProps } from './InviteFlow.js';
import type { JoinFlowProps } from './JoinFlow.js';
import { prepare, type Kind } from './kind.js';
import { placehold } from './placeholder.js';
import type { ProFlowProps } from './ProFlow.js';

/*
 * The components for applications with any React from 18 on. They are a thin shell: the flow inside has its own build's React, in its own root,
 * so that neither React can break the other. The shell uses only features of React 18.
 */

type Plain<P> = Omit<P, 'ref'>;

function guestFlow<P extends object>(kind: Kind, propsOf: (props: P) => Plain<EmbeddedFlowProps>) {
  return forwardRef<FlowHandle, P>(function GuestFlow(given, ref) {
    const props = propsOf(given as P);
    const shell = useRef<HTMLDivElement>(null);
    const place = useRef<HTMLDivElement>(null);
    const guest = useRef<Guest | undefined>(undefined);
    const flow = useRef<FlowHandle>(null);
    const latest = useRef(props);
    const mustReset = useRef(false);
    const [isOpen, setOpen] = useState(false);
    useEffect(() => {
      latest.current = props;
      guest.current?.update({ ...props, ref: flow });
    });
    useEffect(() => {
      let isMounted = true;
      /** Hides the shell within one frame. The application's React removes it only in a later one. */
      const unveil = () => {
        if (shell.current) shell.current.style.display = 'none';
        setOpen(true);
      };
      const open = () => {
        const loaded = import('./guest.js').then((code) => code.openGuest);
        loaded.then(
          (openGuest) => {
            if (!isMounted || !place.current) return;
            // No box of its own, because the page may style every div. Set by script: a policy without 'unsafe-inline' refuses the attribute.
            place.current.style.display = 'contents';
            guest.current = openGuest(place.current, kind, { ...latest.current, ref: flow });
            if (mustReset.current) {
              mustReset.current = false;
              flow.current?.reset();
            }
            unveil();
          },
          () => {
            const { locale, supportPhone, onError, onEvent } = latest.current;
            if (!isMounted || !place.current) return;
            const detail = { code: 'load_failed', canContinue: false };
            onError?.(detail);
            onEvent?.('error', detail);
            if (locale) place.current.setAttribute('locale', locale);
            const room = placehold(place.current, 0, supportPhone);
            room.report(() => {
              room.end();
              open();
            });
            unveil();
          },
        );
      };
      open();
      return () => {
        isMounted = false;
        const last = guest.current;
        guest.current = undefined;
        // Deferred: a root must not be unmounted while the application's React is rendering.
        if (last) setTimeout(last.close);
      };
    }, []);
    useImperativeHandle(ref, () => ({
      reset: () => {
        if (flow.current) flow.current.reset();
        else mustReset.current = true;
      },
      doctor: () => (flow.current ? flow.current.doctor() : Promise.reject(new Error('the flow is not on the page'))),
    }));
    return (
      <>
        {!isOpen && (
          <div
            ref={shell}
            className="cojoin-root"
            data-theme={props.theme === 'dark' ? 'dark' : 'light'}
            data-ground="page"
            data-waiting=""
            dir="ltr"
          >
            <div className="cj-frame">
              <div className="cj-waiting" data-start={prepare[kind](props).start ?? 'chooser'} role="status" />
            </div>
          </div>
        )}
        <div ref={place} data-cojoin="1" />
      </>
    );
  });
}

/** The sign-up inside a React application. On a server it renders an empty shell. */
export const JoinFlow = guestFlow<Plain<JoinFlowProps>>('join', (props) => props);

/** The flow of an invited co-parent, inside a React application. On a server it renders an empty shell. */
export const InviteFlow = guestFlow<Plain<InviteFlowProps>>('join', ({ user, token, ...props }) => ({
  ...props,
  inviteUser: user,
  inviteToken: token,
}));

/** The professionals' sign-up inside a React application. On a server it renders an empty shell. */
export const ProFlow = guestFlow<Plain<ProFlowProps>>('pro', (props) => props);

/** Login and account page inside a React application. On a server it renders an empty shell. */
export const AccountFlow = guestFlow<Plain<AccountFlowProps>>('account', (props) => props);
