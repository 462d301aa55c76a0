/** The embedded database of a running server, beside it: for what no call brings about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/platform/database/connection.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

/** @param data the server's data folder. The caller closes the database. */
export const embeddedDatabase = (data: string) => {
  const postgres = join(data, 'postgres');
  return openDatabase({ databaseUrl: undefined, databasePool: 1, data }, createLog({ logLevel: 'fatal' }), {
    host: join(postgres, 'socket'),
    port: 5432,
    user: 'rollcall',
    password: readFileSync(join(postgres, 'password'), 'utf8').trim(),
    database: 'postgres',
  });
};
