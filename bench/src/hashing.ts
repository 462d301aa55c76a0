/** The limit that a sign-in can't pass: argon2id with the server's own parameters, nothing else. */
import { hash, verify } from '@node-rs/argon2';
import { type Figures, measure } from './load.ts';

/** As apps/server/src/identity/passwords.ts sets them. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** `concurrency` callers verify a right password; as many concurrently as the machine has cores, as the server does. */
export async function bareHashing(concurrency: number, ms: number): Promise<Figures> {
  const stored = await hash('Secret#1', parameters);
  return measure(concurrency, ms, async () => {
    if (!(await verify(stored, 'Secret#1'))) throw new Error('The hash does not match.');
  });
}
