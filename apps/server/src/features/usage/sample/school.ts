/** The school of the sample data: who is there, with which devices, and when something is going on. */
import { SCHOOL_OFFSET } from '../../../platform/school-zone.ts';
import { Seeded } from './random.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const CLASS = 30;

export interface Device {
  readonly id: string;
  readonly platform: string;
  readonly userAgent: string;
  readonly language: string;
  readonly network: string;
  readonly density: number;
  readonly cpu: number;
  readonly resolution: string;
  /** Width of a page there, in CSS pixels. */
  readonly width: number;
}

export interface Pupil {
  readonly user: string;
  readonly home: Device;
  readonly homeIp: string;
  /** All computers of the class's room have one IP. */
  readonly schoolDevice: Device;
  readonly schoolIp: string;
  readonly room: number;
  /** The first day, counted from the sample's. */
  readonly from: number;
  /** The last day, exclusive: some lose interest. */
  readonly until: number;
  /** How often, against the others. */
  readonly keen: number;
}

const desktop = {
  platform: 'web',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  network: '4g',
  density: 1,
  cpu: 8,
  resolution: '1920x1080',
  width: 1440,
} as const;
const schoolPc = { ...desktop, cpu: 4, resolution: '1366x768', width: 1280 } as const;
const phone = {
  platform: 'h5',
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  network: '4g',
  density: 3,
  cpu: 8,
  resolution: '412x915',
  width: 412,
} as const;
const tablet = {
  platform: 'pad',
  userAgent:
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  network: 'wifi',
  density: 2,
  cpu: 8,
  resolution: '820x1180',
  width: 820,
} as const;

/** The id of a pupil's account: the same in each run. */
export const sampleUser = (n: number): string =>
  `5a3b1e00-0000-4000-8000-${(n + 1).toString(16).padStart(12, '0')}`;

/** Pupils by class; some were there before the first day, the others come in the weeks after. */
export const makePupils = (random: Seeded, count: number, days: number): readonly Pupil[] =>
  Array.from({ length: count }, (_, n) => {
    const room = Math.floor(n / CLASS);
    const language = random.chance(0.93) ? 'zh-CN' : 'en';
    const device = (
      model: typeof desktop | typeof schoolPc | typeof phone | typeof tablet,
      name: string,
    ): Device => ({
      ...model,
      id: `sample-${name}`,
      language,
    });
    // Whole classes come together in the first weeks of a term, others by themselves.
    const from = random.chance(0.45)
      ? 0
      : random.chance(0.6)
        ? (room * 3) % Math.max(1, days - 7)
        : random.below(days);
    const stays = random.chance(0.35) ? random.longTailed(18, 0.8) : days;
    const own = random.next();
    return {
      user: sampleUser(n),
      home: device(own < 0.5 ? phone : own < 0.85 ? desktop : tablet, `home-${n}`),
      homeIp: `198.51.${100 + (n % 100)}.${1 + (n % 250)}`,
      schoolDevice: device(schoolPc, `room-${room}-${n % CLASS}`),
      schoolIp: `203.0.113.${1 + (room % 250)}`,
      room,
      from,
      until: Math.min(days, from + Math.ceil(stays)),
      keen: 0.4 + random.next() * 1.2,
    };
  });

/** What a day is like, by the school's calendar. */
export interface SchoolDay {
  /** Counted from the sample's first. */
  readonly number: number;
  /** When it begins, in milliseconds since 1970. */
  readonly start: number;
  readonly lessons: boolean;
  /** How many of the pupils come in the evening, or on a free day. */
  readonly evening: number;
  readonly contest: boolean;
}

/** The sample's days, the running one last. @param now milliseconds since 1970 */
export const schoolDays = (now: number, days: number): readonly SchoolDay[] => {
  const today = Math.floor((now + SCHOOL_OFFSET) / DAY) * DAY - SCHOOL_OFFSET;
  const weekday = (start: number) => new Date(start + SCHOOL_OFFSET).getUTCDay();
  const all = Array.from({ length: days }, (_, number) => {
    const start = today - (days - 1 - number) * DAY;
    // A week of holidays in the first third.
    const holiday = Math.floor(number / 7) === Math.floor(days / 21);
    const school = !holiday && weekday(start) >= 1 && weekday(start) <= 5;
    return {
      number,
      start,
      lessons: school,
      evening: holiday ? 0.06 : weekday(start) === 5 ? 0.14 : school ? 0.24 : 0.17,
      contest: false,
    };
  });
  // The contest is on the last Saturday but one.
  const saturdays = all.filter(day => weekday(day.start) === 6);
  const contest = saturdays.at(-2) ?? saturdays.at(-1);
  return all.map(day => (day === contest ? { ...day, contest: true } : day));
};

/** When a day's moment is, in milliseconds since 1970. @param hour of the school's clock, like 19.5 */
export const at = (day: SchoolDay, hour: number): number => Math.round(day.start + hour * HOUR);
