/** A made-up school from a seed: who is there, and what they did in twelve weeks, as plain facts that no store has seen. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const WEEKS = 12;

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64';
const chrome = `${windows}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36`;
export const agents = {
  Chrome: chrome,
  Edge: `${chrome} Edg/138.0.0.0`,
  Firefox: `${windows}; rv:140.0) Gecko/20100101 Firefox/140.0`,
  Safari: `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`,
  WeChat: `${iPhone} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
} as const;
export type Browser = keyof typeof agents;
const browsers = Object.keys(agents) as Browser[];
export const platformOf = (browser: Browser): string =>
  browser === 'Safari' || browser === 'WeChat' ? 'iPhone' : 'Win32';

/** An event as it happened. */
export interface Fact {
  readonly user?: string | undefined;
  readonly device: string;
  readonly time: number;
  /** Orders what happened in the same millisecond. */
  readonly sequence: number;
  readonly event: string;
  readonly browser: Browser;
  readonly page?: string;
  /** Visible time of a page, ms. */
  readonly stay?: number;
  readonly duration?: number;
  readonly utm?: string | undefined;
  readonly referrer?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>>;
}
export interface Pupil {
  readonly user: string;
  readonly signedUp: number;
  /** Null: unset. */
  readonly grade: number | null;
  readonly class: string;
  readonly site: string;
}
export interface School {
  /** When the first week begins, and the last one ends. */
  readonly start: number;
  readonly end: number;
  readonly pupils: readonly Pupil[];
  /** In the order of time. */
  readonly facts: readonly Fact[];
}

type Who = Pick<Fact, 'user' | 'device' | 'browser'>;

/** Numbers from 0 to 1, exclusive (xorshift32). */
const seeded = (seed: number): (() => number) => {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
};

/**
 * @param start a Monday's beginning in Shanghai
 * @param count how many people sign up; a quarter as many only visit
 */
export const makeSchool = (seed: number, start: number, count: number): School => {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const length = WEEKS * 7 * DAY;
  const end = start + length;
  const facts: Fact[] = [];
  let sequence = 0;
  const add = (who: Who, time: number, event: string, more: Partial<Fact> = {}) => {
    if (time < end) facts.push({ ...who, sequence: sequence++, time, event, ...more });
  };
  /** Some pages, lessons and submissions. @returns when it ended */
  const visit = (who: Who, begin: number, eager: number, pages: number): number => {
    let time = begin;
    for (let left = pages; left > 0; left -= 1) {
      const page = pick(['/contests', '/lesson/1', '/lesson/2', '/lesson/3', '/account', '/contest/7']);
      const stay = 5000 + below(400_000);
      add(who, time, 'view', { page, stay });
      if (page.startsWith('/lesson/')) {
        const lesson = Number(page.slice(8));
        const opened = time + (random() < 0.1 ? 0 : 2000);
        const subject = random() < 0.15 ? {} : { subject: pick(['math', 'chinese', 'english', 'coding']) };
        add(who, opened, 'lesson.open', { data: { lesson, ...subject } });
        if (random() < 0.3 + eager * 0.5)
          add(who, time + stay - 1000, 'lesson.done', {
            duration: stay - 3000,
            data: { lesson, score: below(101) },
          });
      }
      if (page === '/contest/7' && random() < 0.4)
        add(who, time + Math.floor(stay / 2), 'contest.submit', {
          data: { contest: 7, language: pick(['python', 'cpp', 'scratch']), points: below(300) },
        });
      time += stay + 1000 + (random() < 0.03 ? 31 * MINUTE : 0);
    }
    return time;
  };
  const pupils = Array.from(
    { length: count },
    (_, n): Pupil => ({
      user: `u${n}`,
      signedUp: start + HOUR + Math.floor(random() ** 1.4 * (length - HOUR)),
      grade: random() < 0.1 ? null : 1 + below(9),
      class: `${1 + below(9)}-${1 + below(6)}`,
      site: random() < 0.8 ? 'school' : 'contest',
    }),
  );
  for (const [n, { user, signedUp }] of pupils.entries()) {
    const first = pick(browsers);
    const second = random() < 0.4 ? pick(browsers) : first;
    const source = pick(['', '', 'weixin', 'baidu', 'poster']);
    const home = `d${n}`;
    const other = random() < 0.3 ? `d${n}b` : home;
    const eager = random();
    // Before the sign-up, on the device at home, without a user.
    const before = signedUp - below(40) * MINUTE - MINUTE;
    const stranger = { device: home, browser: first };
    add(stranger, before, 'view', {
      page: '/',
      utm: source || undefined,
      referrer: source === 'baidu' ? 'www.baidu.com' : undefined,
    });
    if (random() < 0.5) visit(stranger, before + 5000, 0, 1);
    add(stranger, signedUp - 20_000, 'view', { page: '/sign-up' });
    add({ ...stranger, user }, signedUp, 'account.made');
    let time = signedUp + below(3 * HOUR);
    for (let visits = 0; visits < 40 && time < end; visits += 1) {
      const away = visits > 2 && random() < 0.4;
      const who = { user, device: away ? other : home, browser: away ? second : first };
      if (visits > 0 && random() < 0.1)
        add(who, time - 1000, 'view', { page: '/', utm: pick(['weixin', 'poster', 'mail']) });
      const ended = visit(who, time, eager, 1 + below(5));
      // Signed out, somebody goes on at the same device: of no one.
      if (random() < 0.05) visit({ ...who, user: undefined }, ended + 40 * MINUTE, 0, 1);
      time = ended + Math.floor((0.2 + (1 - eager) * 3) * DAY * (0.3 + random()));
      if (random() < 0.08 - eager * 0.05) break;
    }
  }
  // A computer room: pupils share eight devices, at some before anybody has signed in there.
  for (let n = 0; n < Math.ceil(count / 15); n += 1) {
    const { user, signedUp } = pupils[n * 7] as Pupil;
    const who = { user, device: `room${n % 8}`, browser: 'Edge' } as const;
    const time = signedUp + 3 * DAY + below(20) * DAY;
    if (random() < 0.5) visit({ ...who, user: undefined }, time - HOUR, 0, 1);
    visit(who, time, 0.5, 3);
  }
  for (let n = 0; n < count / 4; n += 1) {
    const time = start + HOUR + below(length - 2 * HOUR);
    const who = { device: `v${n}`, browser: pick(browsers) };
    add(who, time, 'view', { page: '/', utm: pick(['', 'poster', 'weixin']) || undefined });
    visit(who, time + 9000, 0, 1 + below(3));
  }
  facts.sort((one, another) => one.time - another.time || one.sequence - another.sequence);
  return { start, end, pupils, facts };
};
