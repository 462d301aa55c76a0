import { defineConfig } from 'tsdown';
import { privateNames } from '../../tools/private-names/rolldown.mjs';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';

export default defineConfig({
  entry: ['src/index.ts', 'src/core.ts', 'src/heatmap.ts', 'src/persistence.ts'],
  platform: 'neutral',
  plugins: [pureCalls, privateNames],
  unbundle: true,
  sourcemap: true,
  dts: true,
  fixedExtension: true,
});
