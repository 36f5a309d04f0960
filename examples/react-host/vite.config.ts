import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Fail if this port is taken, because `make dev` doesn't allow the origin of another port.
export default defineConfig({ plugins: [react()], server: { strictPort: true } });
