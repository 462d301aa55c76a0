/**
 * Decodes pictures in processes of their own, which start at the first upload. A picture that exceeds the limit of time or memory,
 * or crashes the decoder, ends its process and no other upload.
 */
import type { ChildProcess } from 'node:child_process';
import { createBoundedPool } from '../platform/bounded-pool.ts';
import { forkModule } from '../platform/child-process.ts';
import { refuse } from '../platform/refusal.ts';
import type { Shape } from './decode.ts';
import type { DecodeAnswer, DecodeRequest } from './decoder-process.ts';

export interface DecoderLimits {
  /** Processes, each with one picture at a time. */
  readonly processes: number;
  /** Pictures that wait for a process. */
  readonly waiting: number;
  /** Of these, pictures of one account. */
  readonly waitingPerAccount: number;
  /** Milliseconds for one picture. */
  readonly time: number;
  /** Bytes of resident memory of one process. */
  readonly memory: number;
}

/** A picture of 50 million pixels that has to be held as a whole takes about 350 MB. */
const LIMITS: DecoderLimits = {
  processes: 2,
  waiting: 16,
  waitingPerAccount: 4,
  time: 10_000,
  memory: 512 * 2 ** 20,
};
/** Bytes of resident memory after a picture beyond which its process is replaced: the allocator returns memory late. */
const REUSE = 160 * 2 ** 20;
/** Milliseconds without a picture after which a process ends. */
const IDLE = 60_000;
/** Milliseconds until a process that starts has to be ready. */
const START = 60_000;

export interface PictureDecoder {
  /**
   * @param accountId whose picture it is: accounts that wait take turns, so that one with many pictures delays the others
   * by one picture each turn.
   * @param shape `mark`: up to 480 × 96 pixels. @default avatar
   * @returns a WebP, of an avatar AVATAR_SIZE × AVATAR_SIZE pixels
   * @throws the refusals InvalidPicture for anything but a JPEG, PNG or WebP within the limits, and TooBusy where too
   * many pictures wait, of the account or of all
   */
  decode(bytes: Uint8Array, accountId: string, shape?: Shape): Promise<Buffer>;
  close(): void;
}

/** The first bytes of a JPEG, a PNG and a WebP file; `.` is any byte. */
const signatures = ['ffd8ff', '89504e470d0a1a0a', '52494646........57454250'].map(
  hex => new RegExp(`^${hex}`),
);

const isPicture = (bytes: Uint8Array): boolean => {
  const begin = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return signatures.some(signature => signature.test(begin));
};

/** The next message of a process; undefined if it ends before, or is ended after `time` ms. */
const nextAnswer = (child: ChildProcess, time: number): Promise<DecodeAnswer | undefined> =>
  new Promise(resolve => {
    const timer = setTimeout(() => child.kill('SIGKILL'), time);
    const settle = (answer?: DecodeAnswer) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(answer);
    };
    const onMessage = (message: DecodeAnswer) => settle(message);
    const onEnd = () => settle();
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
  });

const startProcess = async (): Promise<ChildProcess> => {
  const child = forkModule({
    from: import.meta.url,
    source: './decoder-process.ts',
    built: './picture-decoder.mjs',
  });
  // Without a listener an error of the process would end the server; every wait has its own.
  child.on('error', () => {});
  // It must not keep the server from ending.
  child.unref();
  child.channel?.unref();
  if ((await nextAnswer(child, START)) !== 'ready') throw new Error('the picture decoder did not start');
  return child;
};

export const createPictureDecoder = (limits: DecoderLimits = LIMITS): PictureDecoder => {
  const pool = createBoundedPool({
    parallel: limits.processes,
    queue: limits.waiting,
    perSource: limits.waitingPerAccount,
    tasksPerSecond: 1,
  });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let closed = false;

  const end = (child: ChildProcess): void => {
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.kill('SIGKILL');
  };

  const take = (): Promise<ChildProcess> | ChildProcess => {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.connected) return child;
    }
    return startProcess();
  };

  const giveBack = (child: ChildProcess): void => {
    idle.set(child, setTimeout(() => end(child), IDLE).unref());
  };

  const decode = async (bytes: Uint8Array, shape: Shape): Promise<Buffer> => {
    const child = await take();
    const request: DecodeRequest = { bytes, shape, memory: limits.memory };
    // A process that cannot be sent to is ending, which its `exit` says.
    child.send(request, () => {});
    const answer = await nextAnswer(child, limits.time);
    if (answer === undefined || answer === 'ready' || answer.resident > REUSE || closed) end(child);
    else giveBack(child);
    if (typeof answer !== 'object' || !answer.picture) throw refuse('InvalidPicture');
    return answer.picture;
  };

  return {
    decode: async (bytes, accountId, shape = 'avatar') => {
      if (!isPicture(bytes)) throw refuse('InvalidPicture');
      return pool.run(() => decode(bytes, shape), accountId);
    },
    close: () => {
      closed = true;
      for (const child of idle.keys()) end(child);
    },
  };
};
