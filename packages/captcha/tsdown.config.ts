import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';
import { scriptTag } from '../../tools/script-tags.mjs';

export default defineConfig([
  {
    entry: 'src/index.ts',
    platform: 'browser',
    plugins: [pureCalls],
    unbundle: true,
    sourcemap: true,
    dts: true,
    fixedExtension: true,
  },
  // For a script tag: one file with every provider in it, which makes the global object `RollcallCaptcha`.
  { ...scriptTag('rollcall-captcha', 'src/script-tag.ts'), sourcemap: true },
]);
