/** Vite for the tests of guides, which stand outside this folder. */
export { build, createServer, preview } from 'vite';
