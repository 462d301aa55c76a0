/**
 * Kill -9 of the whole process tree during sign-ups, some of them during the very first start: what was acknowledged
 * is there afterwards, and the next start needs no manual step. `npm run proofs -- kills` does it 20 times, `npm run test:all` 4 times.
 */
import type { ChildProcess } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { LIMIT } from '../../tools/testing/limits.ts';
import { call, newPhone, signUp } from './people.ts';
import { killTree, startServer, temporaryFolder } from './server.ts';

const rounds = Number(process.env['ROLLCALL_KILLS'] ?? 4);
const duringFirstStart = Math.max(1, Math.round(rounds / 4));
const folder = temporaryFolder();
afterAll(folder.remove);

/** Ends the first start at different moments: while the database is made, started, migrated. */
async function killFirstStart(afterMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const started = startServer(folder.path, {}, (child: ChildProcess) => {
    timer = setTimeout(() => killTree(child), afterMs);
  });
  const outcome = await started.then(
    server => server.kill(),
    (error: Error) => error,
  );
  clearTimeout(timer);
  if (outcome instanceof Error) expect(outcome.message).toContain('SIGKILL');
}

/** An IPv4 address that no other number has. */
const ipOf = (phone: string): string => {
  const n = Number(phone.slice(3));
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
};

test(
  `${rounds} kills lose no acknowledged account`,
  async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < duringFirstStart; round++) await killFirstStart(150 + round * 400);
    for (let round = duringFirstStart; round < rounds; round++) {
      const server = await startServer(folder.path, { ROLLCALL_TRUST_PROXY: 'loopback' });
      const before = acknowledged.length;
      const after = 5 + round;
      let killed: Promise<void> | undefined;
      const person = async () => {
        while (!killed) {
          const phone = newPhone();
          // Each from an address of its own: many from one need a challenge.
          const headers = { 'x-forwarded-for': ipOf(phone) };
          const answer = await signUp(server, phone, 'Secret#1', headers).catch((error: unknown) => {
            // Only the kill may break a connection.
            if (!killed) throw error;
          });
          if (answer?.status === 200) acknowledged.push(phone);
          if (acknowledged.length - before >= after) killed ??= server.kill();
        }
      };
      await Promise.all([person(), person(), person(), person()]);
      await killed;
    }
    const server = await startServer(folder.path);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const identity of acknowledged) {
      const answer = await call(server.url, 'POST', 'login', {
        identity,
        password: 'Secret#1',
        pid: 'test',
        agreement_ids: [-1],
      });
      expect(answer.status, identity).toBe(200);
    }
    await server.stop();
    console.log(
      `${rounds} kills, ${duringFirstStart} during the first start; ${acknowledged.length} acknowledged, 0 lost.`,
    );
  },
  LIMIT + rounds * 20_000,
);
