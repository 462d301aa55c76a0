/** The peer: better-auth with its defaults (e-mail and password, scrypt, session rows), rate limits off. */
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env['PEER_DATABASE_URL'],
  max: 20,
  options: '-c search_path=peer',
});
await pool.query('create schema if not exists peer');
const auth = betterAuth({
  database: pool,
  secret: 'a-secret-for-a-measurement-0123456789',
  baseURL: 'http://127.0.0.1',
  trustedOrigins: ['http://127.0.0.1'],
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
});
await (await getMigrations(auth.options)).runMigrations();
const server = createServer((request, response) => void toNodeHandler(auth)(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
