/** A school's coding contests: data of the host site, generated from a list of cups and a list of subjects. */
import type { Language } from '@rollcall/react';
import { type Subject, subjects } from './subjects.ts';

export interface Contest {
  readonly id: number;
  readonly cup: string;
  readonly title: string;
  /** The month and the day of the contest, each year. */
  readonly month: number;
  readonly day: number;
  readonly minutes: number;
  readonly entrants: number;
  /** 0 primary, 1 middle, 2 high school. */
  readonly level: 0 | 1 | 2;
  /** The path of its drawing, and what the drawing shows. */
  readonly picture: string;
  readonly alt: string;
}

/** A page of the list, which is a static file. */
export interface ContestPart {
  readonly contests: readonly Contest[];
  /** The number of all contests. */
  readonly count: number;
  /** The path of the next page; null at the end. */
  readonly next: string | null;
}

/** Contests on a page: four rows of three. */
export const PART = 12;

const cups: readonly Readonly<Record<Language, string>>[] = [
  { 'zh-CN': '西湖杯', en: 'West Lake Cup' },
  { 'zh-CN': '钟山杯', en: 'Purple Mountain Cup' },
  { 'zh-CN': '岳麓杯', en: 'Yuelu Cup' },
  { 'zh-CN': '珠江杯', en: 'Pearl River Cup' },
  { 'zh-CN': '长安杯', en: 'Chang’an Cup' },
  { 'zh-CN': '滨海杯', en: 'Binhai Cup' },
  { 'zh-CN': '天府杯', en: 'Tianfu Cup' },
  { 'zh-CN': '泉城杯', en: 'City of Springs Cup' },
  { 'zh-CN': '春城杯', en: 'Spring City Cup' },
  { 'zh-CN': '姑苏杯', en: 'Gusu Cup' },
  { 'zh-CN': '燕园杯', en: 'Yanyuan Cup' },
  { 'zh-CN': '鹭岛杯', en: 'Egret Island Cup' },
  { 'zh-CN': '榕城杯', en: 'Banyan City Cup' },
  { 'zh-CN': '洛水杯', en: 'Luo River Cup' },
  { 'zh-CN': '敦煌杯', en: 'Dunhuang Cup' },
  { 'zh-CN': '苍山杯', en: 'Cangshan Cup' },
  { 'zh-CN': '星海杯', en: 'Xinghai Cup' },
  { 'zh-CN': '草原杯', en: 'Grassland Cup' },
  { 'zh-CN': '雪乡杯', en: 'Snow Country Cup' },
  { 'zh-CN': '江城杯', en: 'River City Cup' },
];

/** The number of contests. */
export const COUNT = cups.length * subjects.length;

/** Integers from 0 to `below` - 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e37_79b9);
  return below => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The subject of a contest: each comes once in every dozen, in changing order. */
export function subjectOf(id: number): Subject {
  const round = Math.floor(id / subjects.length);
  // five and seven have no factor in common with twelve
  const step = round % 2 === 0 ? 5 : 7;
  const subject = subjects[((id % subjects.length) * step + round) % subjects.length];
  if (!subject) throw new RangeError(`no contest ${id}`);
  return subject;
}

/** The contest of a number from 0 to COUNT - 1. */
export function contestOf(id: number, language: Language, picture: string): Contest {
  const random = seeded(id);
  const subject = subjectOf(id);
  const cup = cups[(id * 3 + Math.floor(id / subjects.length)) % cups.length];
  if (!cup) throw new RangeError(`no contest ${id}`);
  // in order through the school year, which begins in September
  const dayOfYear = Math.floor((id / COUNT) * 330);
  const date = new Date(Date.UTC(2025, 8, 6 + dayOfYear));
  return {
    id,
    cup: cup[language],
    title: subject.title[language],
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    minutes: 60 + 30 * random(5),
    entrants: 120 + random(2800),
    level: (id % 3) as 0 | 1 | 2,
    picture,
    alt: subject.alt[language],
  };
}
