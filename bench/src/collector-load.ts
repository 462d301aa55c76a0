/**
 * Sends batches of fresh events over kept connections with as little work as may be, so that the server is what is measured: bodies
 * are made before, and of each only the ids are replaced.
 */
import { connect, type Socket } from 'node:net';

const ID = '019a0000-0000-7000-8000-000000000000';

/** A batch of ordinary events, about as large as real ones. */
const template = (events: number): string => {
  const at = Date.now();
  const body = Array.from({ length: events }, (_, n) => ({
    i: ID,
    c: at,
    n,
    e: ['lesson.open', 'video.play', 'exercise.answer', '/lessons/7'][n % 4],
    k: n % 4 === 3 ? 1 : 0,
    b: { lesson: 7 + n, chapter: `c${n}`, correct: n % 2 === 0, score: n * 5 },
    t: at,
    x: 0,
  }));
  const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false };
  const facts = {
    pi: ID,
    lv: '0.1.0',
    u: '42',
    pf: 'Linux x86_64',
    l: 'zh-CN',
    ua: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    nt: '4g',
    dn: 1,
    cpu: 8,
    rs: '1920x1080',
    d: ID,
  };
  return JSON.stringify({ alg: 0, type: 0, data: { meta, ext: [facts], body } });
};

/** Whole requests whose ids are new at each `next`. */
const requests = (events: number, seed: number) => {
  const body = template(events);
  const head = `POST /usage/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.from(head + body);
  const places: number[] = [];
  for (let at = bytes.indexOf(`"i":"${ID}`); at >= 0; at = bytes.indexOf(`"i":"${ID}`, at + 1))
    places.push(at + 5);
  let count = 0;
  return () => {
    for (const place of places) {
      bytes.write(seed.toString(16).padStart(3, '0'), place + 15, 'latin1');
      bytes.write((count++).toString(16).padStart(12, '0'), place + 24, 'latin1');
    }
    return bytes;
  };
};

export interface CollectorFigures {
  readonly acknowledgedPerSecond: number;
  readonly refused: number;
  /** Milliseconds, of acknowledgements. */
  readonly p50: number;
  readonly p99: number;
  readonly bodyBytes: number;
}

let seeds = 0;

/**
 * @param connections each with one request at a time
 * @param perSecond requests a second, all connections together; undefined: as many as are answered. A request that is due while none
 *   of the connections is free waits, and its wait counts
 */
export const loadCollector = async (
  url: string,
  options: { connections: number; ms: number; events: number; perSecond?: number },
): Promise<CollectorFigures> => {
  const { connections, ms, events, perSecond } = options;
  const port = Number(new URL(url).port);
  const times: number[] = [];
  let refused = 0;
  const begun = performance.now();
  const until = begun + ms;
  let due = begun;
  /** When the next request is to go; undefined: no more. */
  const take = (): number | undefined => {
    const at = perSecond === undefined ? performance.now() : due;
    if (at >= until) return undefined;
    if (perSecond !== undefined) due += 1000 / perSecond;
    return at;
  };
  const one = (socket: Socket, next: () => Buffer) =>
    new Promise<void>((resolve, reject) => {
      let from = 0;
      const go = () => {
        const at = take();
        if (at === undefined) {
          socket.end();
          resolve();
          return;
        }
        from = at;
        const early = at - performance.now();
        if (early > 1) setTimeout(() => socket.write(next()), early);
        else socket.write(next());
      };
      socket.on('data', chunk => {
        // An answer is small: it comes in one piece.
        const status = chunk.toString('latin1', 9, 12);
        if (status === '200') times.push(performance.now() - from);
        else if (status === '503') refused += 1;
        else reject(new Error(chunk.toString('latin1', 0, 300)));
        go();
      });
      socket.on('error', reject);
      go();
    });
  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket));
          socket.setNoDelay();
          socket.on('error', reject);
        }),
    ),
  );
  await Promise.all(sockets.map(socket => one(socket, requests(events, seeds++ % 4096))));
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    acknowledgedPerSecond: (times.length * events) / seconds,
    refused,
    p50: at(0.5),
    p99: at(0.99),
    bodyBytes: template(events).length,
  };
};
