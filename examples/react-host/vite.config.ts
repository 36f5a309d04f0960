import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// If this port is taken, fail: `make dev` would not allow the origin of another one.
export default defineConfig({ plugins: [react()], server: { strictPort: true } });
