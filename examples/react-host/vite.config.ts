import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Another port, where this one is taken, wouldn't be among the origins that `make dev` lets in.
export default defineConfig({ plugins: [react()], server: { strictPort: true } });
