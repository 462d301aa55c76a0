import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    start: 'src/start.ts',
    config: 'src/config.ts',
    // A process of its own, which `usage/store/duck-store.ts` starts beside itself.
    'event-store': 'src/usage/store/process.ts',
  },
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
