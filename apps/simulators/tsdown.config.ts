import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/main.ts', 'src/start.ts'],
  platform: 'node',
  target: 'node20',
  format: 'esm',
  dts: false,
  clean: true,
  sourcemap: true,
});
