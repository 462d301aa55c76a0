/**
 * Sample data: the traffic of a school over some weeks, seeded. Lessons of classes behind one IP, evenings at home, a week of
 * holidays, visitors with and without sign-up, the peak of a contest, some crawlers. All events are marked as sample data.
 */
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { SAMPLE_RELEASE } from './errors.ts';
import { Seeded } from './random.ts';
import { at, type Device, makePupils, type Pupil, type SchoolDay, schoolDays } from './school.ts';
import { type Origin, Visit } from './visits.ts';

export interface SampleOptions {
  readonly seed: number;
  /** The last of them is today. */
  readonly days: number;
  readonly pupils: number;
  /** Milliseconds since 1970; nothing is later. */
  readonly now: number;
}

export interface SamplePart {
  readonly events: readonly StoredEvent[];
  readonly reports: readonly StoredReport[];
}

/** What `npm run sample` makes by default: about 200,000 events. */
export const usualSample = { seed: 1, days: 90, pupils: 760 } as const;

/** Milliseconds before now in which there are visitors at any hour, so that the live page is not empty. */
const LIVE = 35 * 60_000;

/** The sample day by day, each in the order of time. */
export function* generateSample({ seed, days, pupils, now }: SampleOptions): Generator<SamplePart> {
  const random = new Seeded(seed);
  const everybody = makePupils(random, pupils, days);
  const calendar = schoolDays(now, days);
  const returning: Returning[] = [];
  for (const day of calendar) {
    const visits: Visit[] = [];
    const release = releaseOf(day, days);
    const present = everybody.filter(pupil => pupil.from <= day.number && day.number < pupil.until);
    if (day.lessons) visits.push(...lessons(random, day, present, release));
    visits.push(...evening(random, day, present, release));
    if (day.contest) visits.push(...contest(random, day, present, release));
    visits.push(...visitors(random, day, Math.ceil(pupils / 40), release, returning));
    if (day === calendar.at(-1)) visits.push(...live(random, now, present, release));
    const past = (time: number) => time <= now;
    yield {
      events: visits
        .flatMap(visit => visit.end().events)
        .filter(event => past(event.received))
        .sort((one, other) => one.time - other.time),
      reports: visits
        .flatMap(visit => visit.reports)
        .filter(report => past(report.received))
        .sort((one, other) => one.received - other.received),
    };
  }
}

/** A release every three weeks. */
const releaseOf = (day: SchoolDay, days: number): string =>
  `1.${Math.floor((day.number + (21 - (days % 21))) / 21)}.0${SAMPLE_RELEASE}`;

const inClass = (random: Seeded, pupil: Pupil, begin: number, release: string): Visit =>
  new Visit(random, {
    user: pupil.user,
    device: pupil.schoolDevice,
    ip: pupil.schoolIp,
    begin: begin + random.below(90_000),
    release,
  });

/** Each class has two lessons a week in its room, all pupils together. */
const lessons = (random: Seeded, day: SchoolDay, present: readonly Pupil[], release: string): Visit[] => {
  const visits: Visit[] = [];
  for (const pupil of present) {
    if ((pupil.room + day.number) % 3 !== 0 || random.chance(0.08)) continue;
    const hour = 8 + (pupil.room % 8) + (pupil.room % 8 >= 4 ? 1.5 : 0);
    visits.push(inClass(random, pupil, at(day, hour), release).view('/').wait(8).lesson(26).exercises(3));
  }
  return visits;
};

/** Times of visits from home: after dinner, most before half past eight; on free days from the morning on. */
const homeHour = (random: Seeded, day: SchoolDay): number =>
  day.lessons ? Math.min(23, 19.6 + random.normal() * 0.9) : Math.min(23, 10 + random.next() * 11);

const atHome = (random: Seeded, pupil: Pupil, begin: number, release: string): Visit =>
  new Visit(random, {
    user: pupil.user,
    device: pupil.home,
    ip: pupil.homeIp,
    begin,
    release,
    ...(random.chance(0.1) ? { origin: { utm_source: 'mail', utm_medium: 'letter' } } : {}),
  });

const study = (random: Seeded, visit: Visit): Visit => {
  visit.view('/').wait(7).clicks(1);
  if (random.chance(0.12)) return visit;
  visit.wait(5).view('/courses').clicks(1);
  if (random.chance(0.3)) visit.event('course.search', { data: { results: random.below(30) } });
  if (random.chance(0.85)) visit.lesson(17);
  if (random.chance(0.6)) visit.exercises(4);
  if (random.chance(0.2)) visit.wait(20).view('/ranking');
  return visit;
};

const evening = (random: Seeded, day: SchoolDay, present: readonly Pupil[], release: string): Visit[] =>
  present
    .filter(pupil => random.chance(Math.min(0.9, day.evening * pupil.keen)))
    .map(pupil => study(random, atHome(random, pupil, at(day, homeHour(random, day)), release)));

/** All pupils at two o'clock, in the same minute. */
const contest = (random: Seeded, day: SchoolDay, present: readonly Pupil[], release: string): Visit[] =>
  present
    .filter(() => random.chance(0.72))
    .map(pupil => {
      const early = random.below(12 * 60_000);
      const visit = atHome(random, pupil, at(day, 14) - early, release)
        .view('/contest')
        .event('contest.enter');
      if (random.chance(0.06)) return visit;
      visit.wait(early / 1000 + 5).event('contest.start');
      for (let problem = 1; problem <= 6; problem += 1) {
        if (random.chance(0.13)) return visit;
        visit
          .wait(14 * 60)
          .clicks(1)
          .event('contest.submit', {
            data: { problem, points: random.pick([0, 20, 60, 100]) },
          });
      }
      return visit.event('contest.finish');
    });

/** What leads people to a school: a search, a post, a poster, a letter of the school; most type the address. */
const origins: readonly Origin[] = [
  {},
  {},
  {},
  { referrer: 'www.baidu.com' },
  { referrer: 'www.baidu.com' },
  { referrer: 'cn.bing.com' },
  { referrer: 'www.zhihu.com' },
  { utm_source: 'weixin', utm_medium: 'social', utm_campaign: 'autumn' },
  { utm_source: 'weixin', utm_medium: 'social', utm_campaign: 'contest' },
  { utm_source: 'poster', utm_medium: 'print', utm_campaign: 'autumn' },
];
/** A visitor who looked around and comes back on a later day to sign up. */
interface Returning {
  readonly day: number;
  readonly name: string;
  readonly device: Device;
  readonly ip: string;
}

/**
 * People without an account: most look around, some sign up, immediately or when they come back; and crawlers.
 * @param returning visitors of earlier days; those who will come back are added
 */
const visitors = (
  random: Seeded,
  day: SchoolDay,
  count: number,
  release: string,
  returning: Returning[],
): Visit[] => {
  const back = returning
    .filter(visitor => visitor.day === day.number)
    .map(({ name, device, ip }) => {
      const begin = at(day, 8 + random.next() * 14.5);
      return signUp(
        random,
        new Visit(random, { user: undefined, device, ip, begin, release, origin: random.pick(origins) }).view(
          '/',
        ),
        name,
      );
    });
  const fresh = Array.from({ length: count + random.below(count) }, (_, n) => {
    const begin = at(day, 8 + random.next() * 14.5);
    const [pupil] = makePupils(random, 1, 1);
    if (!pupil) throw new RangeError('no visitor');
    const name = `${day.number}-${n}`;
    const device = { ...pupil.home, id: `sample-visitor-${name}` };
    const ip = `192.0.2.${1 + random.below(250)}`;
    const visitor = { user: undefined, device, ip, begin, release };
    if (random.chance(0.1)) {
      const crawler = new Visit(random, { ...visitor, bot: true }).view('/');
      for (const page of ['/courses', '/contest', '/sign-up']) crawler.wait(1).view(page);
      return crawler;
    }
    const visit = new Visit(random, { ...visitor, origin: random.pick(origins) })
      .view('/')
      .wait(12)
      .clicks(2);
    if (random.chance(0.45)) return visit;
    visit.wait(6).view('/courses').wait(10);
    if (random.chance(0.4)) {
      if (random.chance(0.4)) returning.push({ day: day.number + 1 + random.below(6), name, device, ip });
      return visit;
    }
    return signUp(random, visit, name);
  });
  return [...back, ...fresh];
};

/** A sign-up, which some leave on the way; who finishes it is a user from then on. */
const signUp = (random: Seeded, visit: Visit, name: string): Visit => {
  visit.view('/sign-up').wait(15);
  if (random.chance(0.3)) return visit;
  visit.event('sign_up.code', { data: { channel: 'sms' } }).wait(22);
  if (random.chance(0.15)) return visit;
  return visit.signIn(`sample-new-${name}`).event('sign_up.done').view('/courses');
};

const live = (random: Seeded, now: number, present: readonly Pupil[], release: string): Visit[] =>
  present
    .filter(() => random.chance(0.06))
    .map(pupil => study(random, atHome(random, pupil, now - random.below(LIVE), release)));
