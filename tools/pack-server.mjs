/** The server as it is published: `@rollcall/server`, with the pages and the simulators in it, in `.rollcall/server-package`. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { packFolders, stage } from './pack-folders.mjs';
import { ensureBuilt, root } from './setup.mjs';

/** Where the file is. */
export const packedServer = join(root, '.rollcall/server-package');

/** What stands beside the server in the package's `dist`: the pages, and what `npm start` takes from the repository. */
const beside = [
  ['apps/web/dist', 'web'],
  ['apps/simulators/dist', 'simulators'],
  ['tools/simulated.mjs', 'simulated.mjs'],
  ['tools/sample-command.mjs', 'sample-command.mjs'],
  ['apps/server/package/rollcall-server.mjs', 'rollcall-server.mjs'],
];
/** What else the package is made of, beside the build. */
const own = [
  'tools/pack-server.mjs',
  'tools/pack-folders.mjs',
  'apps/server/package.json',
  'apps/server/README.md',
  'package.json',
  'LICENSE',
];

/** Packages that only some installations use: they install them, and the server says so where one is missing. */
const optionalPeers = /^@(opentelemetry|nats-io|clickhouse)\//;

/** Adds them to the manifest as it is published. */
function addOptionalPeers(folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'));
  const peers = Object.entries(devDependencies).filter(([name]) => optionalPeers.test(name));
  const file = join(folder, 'package.json');
  const manifest = {
    ...JSON.parse(readFileSync(file, 'utf8')),
    peerDependencies: Object.fromEntries(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map(([name]) => [name, { optional: true }])),
  };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs, unless nothing was built or changed since. @returns the file */
export const ensureServerPacked = () =>
  alone('packing-server', () => {
    ensureBuilt();
    const stamp = join(root, '.rollcall/server-packed');
    const now = [
      readFileSync(join(root, '.rollcall/built'), 'utf8'),
      ...[...own, ...beside.map(([from]) => from).filter(from => from.endsWith('.mjs'))].map(path =>
        readFileSync(join(root, path), 'utf8'),
      ),
    ].join('\n');
    const packed = () =>
      existsSync(packedServer) && readdirSync(packedServer).find(name => name.endsWith('.tgz'));
    if (!packed() || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
      const making = `${packedServer}.${process.pid}`;
      const staged = join(making, 'staged');
      try {
        mkdirSync(making, { recursive: true });
        stage(join(root, 'apps/server'), staged);
        addOptionalPeers(staged);
        for (const [from, to] of beside)
          cpSync(join(root, from), join(staged, 'dist', to), { recursive: true });
        packFolders([staged], making);
        rmSync(staged, { recursive: true });
        rmSync(packedServer, { recursive: true, force: true });
        renameSync(making, packedServer);
        writeFileSync(stamp, now);
      } finally {
        rmSync(making, { recursive: true, force: true });
      }
    }
    return join(packedServer, packed());
  });
