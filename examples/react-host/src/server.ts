/** The Cojoin server's address. */
export const server: string = import.meta.env.VITE_COJOIN_SERVER ?? 'http://127.0.0.1:8080';
