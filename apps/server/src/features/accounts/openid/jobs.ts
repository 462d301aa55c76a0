/** The jobs of OpenID Connect. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Feature } from '../../../http/feature.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { deleteExpiredArtefacts, markExpired, tellClients } from './logouts.ts';
import type { Openid } from './openid.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

export const createOpenidJobs = (app: {
  readonly db: Kysely<Database>;
  readonly log: Pick<Logger, 'warn'>;
  readonly openid: Openid;
}): Feature => {
  const { db, openid } = app;
  const installation = { scope: 'installation' } as const;
  return {
    jobs: [
      {
        name: 'tell clients of ended sessions',
        everyMs: 2 * SECOND,
        // The rows are claimed one by one.
        scope: 'process',
        run: at => tellClients(app, at),
      },
      {
        ...installation,
        name: 'end sign-ins at clients with expired sessions',
        everyMs: 60 * SECOND,
        run: at => markExpired(db, at),
      },
      {
        ...installation,
        name: 'delete expired codes and tokens of clients',
        everyMs: HOUR,
        run: at => deleteExpiredArtefacts(db, at),
      },
      {
        ...installation,
        name: 'rotate the keys of ID tokens',
        everyMs: HOUR,
        firstMs: HOUR,
        run: () => openid.rotateKeys(),
      },
    ],
  };
};
