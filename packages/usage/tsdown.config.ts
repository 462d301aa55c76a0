import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts', 'src/core.ts', 'src/persistence.ts'],
  platform: 'neutral',
  dts: true,
});
