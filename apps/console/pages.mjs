/** The console's app, for the build: see @rollcall/app-shell/build. */
export const app = {
  name: 'console',
  folder: import.meta.dirname,
  pages: ['console'],
  entry: (_page, language) => `src/${language}.tsx`,
  prerender: 'src/prerender.tsx',
};
