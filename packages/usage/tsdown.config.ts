import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts', 'src/core.ts', 'src/heatmap.ts', 'src/persistence.ts'],
  platform: 'neutral',
  dts: true,
  fixedExtension: true,
});
