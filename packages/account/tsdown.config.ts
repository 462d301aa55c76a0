import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';

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
  {
    entry: { rollcall: 'src/script.ts' },
    platform: 'browser',
    format: 'iife',
    minify: true,
    sourcemap: true,
    plugins: [pureCalls],
    dts: false,
    clean: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    inputOptions: { resolve: { conditionNames: ['@rollcall/source', 'import', 'default'] } },
    outputOptions: { entryFileNames: 'rollcall.js' },
  },
]);
