/** For tests: the URL of an embedded PostgreSQL, as ROLLCALL_DATABASE_URL takes it. */
import type { Connection } from '../postmaster.ts';

/** The host may be a socket folder, so it is encoded. */
export const connectionUrl = ({ host, port, user, password, database }: Connection): string =>
  `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
