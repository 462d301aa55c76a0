import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    main: 'src/app/main.ts',
    // A process beside the owner, which `app/workers.ts` starts.
    worker: 'src/app/worker.ts',
    start: 'src/app/start.ts',
    config: 'src/app/config.ts',
    // Commands of the published package.
    audit: 'src/app/audit-command.ts',
    move: 'src/app/move/command.ts',
    // A process of its own, which `engines/embedded/store/duck-store.ts` starts beside itself.
    'event-store': 'src/engines/embedded/store/process.ts',
    // Likewise, started by `engines/embedded/sql/sql-processes.ts`.
    'usage-sql': 'src/engines/embedded/sql/process.ts',
    // Likewise, started by `pictures/decoder.ts`.
    'picture-decoder': 'src/pictures/decoder-process.ts',
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
  copy: [
    { from: 'src/platform/database/migrations', to: 'dist' },
    { from: 'src/identity/common-password-list', to: 'dist' },
  ],
});
