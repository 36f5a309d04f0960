import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { FlowRoot } from '../shell/FlowRoot.js';
import type { FlowSetting } from '../session/setting.js';
import hostedSheet from '../theme/hosted.css?url';
import { readHostedSetting } from './address.js';
import type { Framed } from './framed.js';

// A separate sheet: it styles the document, and must never reach a host's page.
const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = hostedSheet;
document.head.append(sheet);

const place = document.getElementById('join');
if (place) {
  // From the server's own message for browsers that can't run this script.
  const supportPhone = place.querySelector('a[href^="tel:"]')?.textContent;
  const root = createRoot(place);
  // The operator's texts, header and footer; its colors are in the page's style.
  const appearance = document.getElementById('cojoin-appearance')?.textContent;
  const show = (setting: FlowSetting, framed?: Framed) => {
    document.documentElement.dataset.theme = setting.theme ?? 'auto';
    root.render(
      <StrictMode>
        <FlowRoot
          setting={{ ...setting, appearance: setting.appearance ?? appearance, supportPhone: setting.supportPhone ?? supportPhone }}
          hosted
          onEvent={framed?.dispatch}
        />
      </StrictMode>,
    );
  };
  // Only a framed page loads the code for messages to its host.
  if (window.parent === window) show(readHostedSetting(location.search));
  else {
    void import('./framed.js').then(({ openFramed }) => {
      const isFramed = openFramed(location.search, place, {
        show,
        // A running flow writes its session, so it must end before the session is forgotten.
        end: () => flushSync(() => root.render(null)),
      });
      if (!isFramed) show(readHostedSetting(location.search));
    });
  }
}
