import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/main.ts', 'src/start.ts', 'src/config.ts'],
  platform: 'node',
  target: 'node20',
  format: 'esm',
  dts: false,
  clean: true,
  sourcemap: true,
  // Our own packages are taken in from their sources; everything else stays a dependency.
  deps: { alwaysBundle: [/^@rollcall\//] },
  inputOptions: { resolve: { conditionNames: ['@rollcall/source', 'module', 'import', 'default'] } },
  // The server reads them beside itself.
  copy: [{ from: 'src/database/migrations', to: 'dist' }],
});
