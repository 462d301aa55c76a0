/**
 * The process that decodes pictures, one at a time. A picture that takes more memory than allowed ends it; one that takes too
 * long makes the server end it.
 */
import { setPriority } from 'node:os';
import { decode, type Shape } from './decode.ts';

/** What the server sends. */
export interface DecodeRequest {
  readonly bytes: Uint8Array;
  readonly shape: Shape;
  /** Bytes of resident memory at which the process ends itself. */
  readonly memory: number;
}

/** What the process answers: `ready` once, then one for each request, without `picture` if the bytes cannot be decoded. */
export type DecodeAnswer = 'ready' | { readonly picture?: Buffer; readonly resident: number };

/** Milliseconds between two looks at the memory. */
const MEMORY_CHECK = 20;
/** Lower priority than the server where both want the processor. */
const NICE = 5;

const end = (): void => void process.kill(process.pid, 'SIGKILL');
const answer = (message: DecodeAnswer): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

const work = async ({ bytes, shape, memory }: DecodeRequest): Promise<void> => {
  // The decoder runs on threads of its own, so this timer is not delayed by it.
  const check = setInterval(() => {
    if (process.memoryUsage.rss() > memory) end();
  }, MEMORY_CHECK);
  const picture = await decode(bytes, shape).catch(() => undefined);
  clearInterval(check);
  answer({ ...(picture ? { picture } : {}), resident: process.memoryUsage.rss() });
};

process.on('message', (request: DecodeRequest) => void work(request));
process.on('disconnect', end);
// A terminal sends these to the whole group; the server says when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
try {
  setPriority(NICE);
} catch {
  // Some containers forbid it.
}
answer('ready');
