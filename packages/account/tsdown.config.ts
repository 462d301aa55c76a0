import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';
import { scriptTag } from '../../tools/script-tags.mjs';

export default defineConfig([
  // For bundlers: the contract stays a dependency, it is published too.
  {
    entry: 'src/index.ts',
    platform: 'neutral',
    plugins: [pureCalls],
    unbundle: true,
    fixedExtension: true,
    sourcemap: true,
    dts: true,
  },
  // For a script tag: one file with everything in it, which makes the global object `Rollcall`.
  { ...scriptTag('rollcall', 'src/script.ts'), sourcemap: true },
]);
