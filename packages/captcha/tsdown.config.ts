import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';

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
  {
    entry: { 'rollcall-captcha': 'src/script-tag.ts' },
    platform: 'browser',
    format: 'iife',
    minify: true,
    sourcemap: true,
    plugins: [pureCalls],
    dts: false,
    clean: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    inputOptions: { resolve: { conditionNames: ['@rollcall/source', 'import', 'default'] } },
    outputOptions: { entryFileNames: 'rollcall-captcha.js', codeSplitting: false },
  },
]);
