import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FlowRoot } from '../flow/FlowRoot.js';
import type { FlowSetting } from '../flow/setting.js';
import '../theme/hosted.css';
import { readHostedSetting } from './address.js';

const setting: FlowSetting = readHostedSetting(location.search);
const place = document.getElementById('join');
if (place) {
  document.documentElement.dataset.theme = setting.theme ?? 'auto';
  createRoot(place).render(
    <StrictMode>
      <FlowRoot setting={setting} hosted />
    </StrictMode>,
  );
}
