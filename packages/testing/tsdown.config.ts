import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', tokens: 'src/tokens.ts' },
  platform: 'neutral',
  unbundle: true,
  fixedExtension: true,
  sourcemap: true,
  dts: true,
});
