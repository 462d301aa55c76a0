import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', console: 'src/console/index.ts' },
  platform: 'neutral',
  dts: true,
  fixedExtension: true,
});
