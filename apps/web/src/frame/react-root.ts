/** React's own start, as a module of its own: it is run in a task of its own. */
export { hydrateRoot } from 'react-dom/client';
