import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';

export default defineConfig({
  entry: { index: 'src/index.ts', console: 'src/console/index.ts', api: 'src/api/index.ts' },
  platform: 'neutral',
  plugins: [pureCalls],
  unbundle: true,
  sourcemap: true,
  dts: true,
  fixedExtension: true,
});
