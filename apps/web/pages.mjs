/** The app of pupils' pages, for the build: see @rollcall/app-shell/build. */
export const app = {
  name: 'web',
  folder: import.meta.dirname,
  pages: [
    'index',
    'sign-in',
    'email-sign-in',
    'sign-up',
    'reset',
    'shared',
    'oauth',
    'account',
    'account-data',
    'age',
    'guardian',
    'contests',
    'lesson',
    'error',
    'gallery',
  ],
  entry: (page, language) => `src/pages/${page}/${language}.tsx`,
  prerender: 'src/prerender.tsx',
};
