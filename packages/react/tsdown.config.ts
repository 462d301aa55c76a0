import { copyFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';
import { reactServer } from './react-server.ts';
import { styleModules } from './style-modules.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'third-party': 'src/third-party/third-party-buttons.tsx',
    passkey: 'src/second-factor/passkey-sign-in.tsx',
    account: 'src/account/account-settings.tsx',
    usage: 'src/usage/usage.ts',
  },
  platform: 'neutral',
  // a file for each module: a site's bundler leaves out whole files, and what is late stays late
  unbundle: true,
  fixedExtension: true,
  sourcemap: true,
  dts: { eager: true },
  // @rollcall/ui is private: it is a part of what is published
  deps: { alwaysBundle: ['@rollcall/ui'] },
  inputOptions: { resolve: { conditionNames: ['@rollcall/source', 'import', 'default'] } },
  plugins: [
    pureCalls,
    styleModules(file('../ui/src/theme/tokens.css'), file('src/theme/base.css')),
    reactServer,
  ],
  onSuccess: () => {
    copyFileSync(file('../ui/src/theme/tokens.css'), file('dist/tokens.css'));
    // TypeScript asks for the types of a style sheet that is imported for its effect.
    writeFileSync(file('dist/css.d.ts'), 'export {};\n');
  },
});
