import { defineConfig } from 'tsdown';
import { pureCalls } from '../../tools/pure-calls/rolldown.mjs';

export default defineConfig({
  entry: 'src/index.ts',
  platform: 'browser',
  plugins: [pureCalls],
  unbundle: true,
  sourcemap: true,
  dts: true,
  fixedExtension: true,
  // The command that uploads source maps.
  copy: [{ from: 'command/source-maps.mjs', to: 'dist' }],
});
