import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: 'src/index.ts',
  platform: 'node',
  target: 'node20',
  unbundle: true,
  fixedExtension: true,
  sourcemap: true,
  dts: true,
});
