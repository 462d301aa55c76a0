/**
 * Fifteen questions of a growth team about a made-up school: the questions as an analyst asks them, and their answers by plain loops over
 * what happened there.
 */
import { eventKind } from '@rollcall/contract';
import type { QuestionAnswer, QuestionFilter, QuestionInput } from '@rollcall/contract/console';
import type { StoredEvent } from '../../record/stored-event.ts';
import type { StoredPerson } from '../people.ts';
import { eventAt } from './events.ts';
import { agents, type Fact, platformOf, type School, WEEKS } from './made-up-school.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
/** Monday 2026-08-03 in Shanghai, and twelve weeks later. */
export const START = Date.UTC(2026, 7, 2, 16);
export const END = START + WEEKS * WEEK;
const [FIRST, LAST] = ['2026-08-03', '2026-10-25'] as const;

/** The pupils as the store knows them. */
export const peopleOf = ({ pupils }: School): readonly StoredPerson[] =>
  pupils.map(({ class: room, ...pupil }) => ({ ...pupil, fields: { class: room } }));

/** The events that the school's pages report, with what their loading makes of them. */
export const eventsOf = ({ facts }: School): readonly StoredEvent[] =>
  facts.flatMap(({ user, device, time, sequence, event, page, stay, browser, utm, referrer, data }) => {
    const more = {
      device,
      platform: platformOf(browser),
      userAgent: agents[browser],
      ...(user === undefined ? {} : { user }),
    };
    if (page === undefined)
      return [eventAt(time, { ...more, key: event, sequence: 2 * sequence, ...(data ? { data } : {}) })];
    return [
      eventAt(time, {
        ...more,
        kind: eventKind.view,
        key: page,
        sequence: 2 * sequence,
        ...(utm === undefined && referrer === undefined ? {} : { data: { utm_source: utm, referrer } }),
      }),
      ...(stay === undefined
        ? []
        : [
            eventAt(time, {
              ...more,
              kind: eventKind.leave,
              key: page,
              sequence: 2 * sequence + 1,
              duration: stay,
            }),
          ]),
    ];
  });

const custom = (key: string) => ({ kind: 'custom', key }) as const;
const view = (key: string) => ({ kind: 'view', key }) as const;
const whole = { v: 1, period: { from: FIRST, to: LAST }, top: 100 } as const;
const lately = { from: '2026-09-28', to: LAST } as const;
const done = custom('lesson.done');

/** What is asked; a question of two asks is answered by both. */
export const questions: readonly (readonly QuestionInput[])[] = [
  [
    {
      ...whole,
      kind: 'trend',
      grain: 'week',
      series: [{ event: custom('account.made') }],
      breakdowns: ['person.grade'],
    },
  ],
  [
    {
      ...whole,
      kind: 'funnel',
      period: { from: FIRST, to: '2026-10-11' },
      series: [
        { event: custom('account.made') },
        { event: custom('lesson.open'), filter: { all: [{ property: 'data.lesson', op: 'is', value: 3 }] } },
      ],
      window: WEEK,
      breakdowns: ['device.platform'],
    },
  ],
  [
    {
      ...whole,
      kind: 'retention',
      grain: 'week',
      length: 12,
      series: [
        {
          event: custom('account.made'),
          filter: { all: [{ property: 'person.grade', op: 'gte', value: 7 }] },
        },
        { event: custom('lesson.open') },
      ],
    },
  ],
  [
    {
      ...whole,
      kind: 'funnel',
      series: [
        { event: view('/contests') },
        { event: view('/contest/7') },
        { event: custom('contest.submit') },
      ],
      window: DAY,
      breakdowns: ['device.browser'],
    },
  ],
  [{ ...whole, kind: 'time', series: [{ event: { kind: 'leave' } }], breakdowns: ['event.page'] }],
  [
    {
      ...whole,
      kind: 'people',
      series: [{ event: custom('contest.submit'), filter: { all: [{ did_not: { event: done } }] } }],
    },
  ],
  [
    {
      ...whole,
      kind: 'trend',
      series: [{ event: done }],
      filter: {
        all: [
          { property: 'data.score', op: 'gte', value: 80 },
          {
            any: [
              { property: 'device.browser', op: 'is', value: 'WeChat' },
              { property: 'device.platform', op: 'is', value: 'Win32' },
            ],
          },
          { property: 'person.grade', op: 'is_not', value: 1 },
        ],
      },
    },
  ],
  [
    {
      ...whole,
      kind: 'trend',
      grain: 'week',
      series: [{ event: done }, { event: custom('lesson.open') }],
      formula: 'A / B',
    },
  ],
  [
    {
      ...whole,
      kind: 'trend',
      period: { last: 28, unit: 'day' },
      series: [{ measure: 'people' }],
      compare: 'previous',
    },
  ],
  (['person.first_utm_source', 'person.latest_utm_source'] as const).map(property => ({
    ...whole,
    kind: 'trend',
    series: [{ measure: 'people' }, { event: done, measure: 'people' }],
    breakdowns: [property],
  })),
  [
    {
      ...whole,
      kind: 'trend',
      series: (['average', 'p50', 'p90'] as const).map(of => ({
        event: done,
        measure: { of, property: 'data.score' },
      })),
      breakdowns: ['data.lesson'],
    },
  ],
  [
    {
      ...whole,
      kind: 'trend',
      grain: 'week',
      series: [{ measure: 'sessions' }, { measure: { of: 'p50', property: 'session.duration' } }],
    },
  ],
  [
    {
      ...whole,
      kind: 'trend',
      period: lately,
      series: [{ measure: 'people' }],
      filter: {
        all: [
          { did: { event: done, times: 5, within: lately } },
          { property: 'person.known', op: 'is', value: 'yes' },
        ],
      } satisfies QuestionFilter,
      breakdowns: ['person.field.class'],
    },
  ],
  [
    {
      ...whole,
      kind: 'trend',
      series: [{ event: custom('contest.submit') }, { event: custom('contest.submit'), measure: 'people' }],
      breakdowns: ['data.language', 'person.site'],
    },
  ],
  [{ ...whole, kind: 'stickiness', period: { from: '2026-10-19', to: LAST } }],
];

type Body = QuestionAnswer['answer'];
const of = <Kind extends Body['kind']>(kind: Kind, answer: Body | undefined) => {
  if (answer?.kind !== kind) throw new Error(`the answer is none of a ${kind}`);
  return answer as Extract<Body, { kind: Kind }>;
};
const some = (values: readonly (number | null)[]): Record<string, number> =>
  Object.fromEntries(values.flatMap((value, n) => (value ? [[String(n), round(value)]] : [])));
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

type Lines = Extract<Body, { kind: 'trend' }>['lines'];
const linesOf = (answer: QuestionAnswer | undefined): Lines => of('trend', answer?.answer).lines;
/** The totals by group, of each series in its order. */
const totalsOf = (answer: QuestionAnswer | undefined): Record<string, number[]> => {
  const found: Record<string, number[]> = {};
  for (const { series, by, total } of linesOf(answer)) {
    if (by.length === 0 || series === null) continue;
    const name = by.map(each => each ?? '').join('|');
    (found[name] ??= [])[series] = round(total ?? 0);
  }
  return found;
};
const groupsOf = (
  answer: QuestionAnswer | undefined,
): Record<string, { people: number[]; between: (number | null)[] }> =>
  Object.fromEntries(
    of('funnel', answer?.answer).groups.flatMap(({ by, steps }) =>
      by.length === 0
        ? []
        : [
            [
              String(by[0]),
              {
                people: steps.map(({ people }) => people),
                between: steps.slice(1).map(({ between }) => between?.p50 ?? null),
              },
            ],
          ],
    ),
  );

/** How each question's answers are read. */
const readings: readonly ((...answers: readonly QuestionAnswer[]) => unknown)[] = [
  answer =>
    Object.fromEntries(
      linesOf(answer).flatMap(({ by, values }) => (by.length === 0 ? [] : [[String(by[0]), some(values)]])),
    ),
  answer => Object.fromEntries(Object.entries(groupsOf(answer)).map(([name, { people }]) => [name, people])),
  answer =>
    Object.fromEntries(
      of('retention', answer?.answer).groups[0]?.cohorts.flatMap(({ people, back }, n) =>
        people ? [[String(n), { people, back: some(back) }]] : [],
      ) ?? [],
    ),
  groupsOf,
  answer =>
    of('time', answer?.answer)
      .rows.slice(1)
      .map(({ by, sum }) => [by[0], sum]),
  answer =>
    of('people', answer?.answer)
      .people.map(({ id }) => id)
      .sort(),
  answer => some(linesOf(answer)[0]?.values ?? []),
  answer => some(linesOf(answer).find(({ series }) => series === null)?.values ?? []),
  answer => [linesOf(answer)[0]?.total, of('trend', answer?.previous?.answer).lines[0]?.total],
  (first, latest) => [totalsOf(first), totalsOf(latest)],
  totalsOf,
  answer => ({ by: some(linesOf(answer)[0]?.values ?? []), median: linesOf(answer)[1]?.total }),
  answer => Object.fromEntries(Object.entries(totalsOf(answer)).map(([name, [people]]) => [name, people])),
  totalsOf,
  answer => some([0, ...(of('stickiness', answer?.answer).lines[0]?.people ?? [])]),
];

/** What the answers to a question say, in the form of `answersOf`. @param place of the question, from 0 */
export const saidOf = (place: number, answers: readonly QuestionAnswer[]): unknown =>
  readings[place]?.(...answers);

type Act = Fact & { readonly who: string | undefined };
const discrete = (values: readonly number[], share: number): number | null =>
  [...values].sort((one, other) => one - other)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? null;
const counted = <T>(items: readonly T[], name: (item: T) => string | number): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const item of items) found[name(item)] = (found[name(item)] ?? 0) + 1;
  return found;
};

/** The answers by plain loops. */
export const answersOf = ({ start, end, pupils, facts }: School): readonly unknown[] => {
  const week = (time: number) => Math.floor((time - start) / WEEK);
  const day = (time: number) => Math.floor((time - start) / DAY);
  const known = new Map(pupils.map(pupil => [pupil.user, pupil]));
  const joins = new Map<string, Fact>();
  for (const fact of facts)
    if (fact.user !== undefined && !joins.has(fact.device)) joins.set(fact.device, fact);
  const whoOf = (fact: Fact): string | undefined => {
    if (fact.user !== undefined) return fact.user;
    const join = joins.get(fact.device);
    if (!join) return fact.device;
    const isBefore = fact.time < join.time || (fact.time === join.time && fact.sequence < join.sequence);
    return isBefore ? join.user : undefined;
  };
  const all: Act[] = facts.map(fact => ({ ...fact, who: whoOf(fact) }));
  const named = (event: string) => all.filter(act => act.event === event);
  const per = new Map<string, Act[]>();
  for (const act of all) if (act.who !== undefined) per.set(act.who, [...(per.get(act.who) ?? []), act]);
  const gradeOf = (who: string | undefined) => known.get(who ?? '')?.grade ?? null;
  const peopleOf = (acts: readonly Act[]) => new Set(acts.flatMap(({ who }) => who ?? [])).size;
  const within = (from: number, to: number) => all.filter(({ time }) => time >= from && time < to);

  const byGrade: Record<string, Record<string, number>> = {};
  const started: Record<string, [number, number]> = {};
  const cohorts: Record<string, { people: number; back: Record<string, number> }> = {};
  for (const made of named('account.made')) {
    const own = per.get(made.who ?? '') ?? [];
    const grade = (byGrade[String(gradeOf(made.user))] ??= {});
    grade[week(made.time)] = (grade[week(made.time)] ?? 0) + 1;
    if (week(made.time) <= 9) {
      const platform = (started[platformOf(made.browser)] ??= [0, 0]);
      platform[0] += 1;
      if (
        own.some(
          ({ event, data, time }) =>
            event === 'lesson.open' &&
            data?.['lesson'] === 3 &&
            time >= made.time &&
            time <= made.time + WEEK,
        )
      )
        platform[1] += 1;
    }
    if ((gradeOf(made.user) ?? 0) < 7) continue;
    const cohort = (cohorts[week(made.time)] ??= { people: 0, back: {} });
    cohort.people += 1;
    for (const after of new Set(
      own.filter(({ event }) => event === 'lesson.open').map(({ time }) => week(time) - week(made.time)),
    ))
      cohort.back[after] = (cohort.back[after] ?? 0) + 1;
  }

  const steps = [
    ({ page }: Act) => page === '/contests',
    ({ page }: Act) => page === '/contest/7',
    ({ event }: Act) => event === 'contest.submit',
  ];
  const attempts: Record<string, { people: number[]; spans: number[][] }> = {};
  for (const own of per.values()) {
    let best: { times: number[]; browser: string } | undefined;
    const length = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);
    for (const [n, begin] of own.entries()) {
      if (!steps[0]?.(begin)) continue;
      const times = [begin.time];
      for (const act of own.slice(n + 1)) {
        if (act.time > begin.time + DAY || times.length === 3) break;
        if (steps[times.length]?.(act)) times.push(act.time);
      }
      if (
        !best ||
        times.length > best.times.length ||
        (times.length === best.times.length && length(times) < length(best.times))
      )
        best = { times, browser: begin.browser };
    }
    if (!best) continue;
    const found = (attempts[best.browser] ??= { people: [0, 0, 0], spans: [[], []] });
    for (const [n, time] of best.times.entries()) {
      found.people[n] = (found.people[n] ?? 0) + 1;
      if (n > 0) found.spans[n - 1]?.push(time - (best.times[n - 1] ?? 0));
    }
  }

  const stays = counted([], String);
  for (const { page, stay } of all) if (page !== undefined && stay) stays[page] = (stays[page] ?? 0) + stay;
  const sessions: { begin: number; length: number }[] = [];
  for (const own of per.values()) {
    let last: { begin: number; length: number } | undefined;
    for (const { time } of own) {
      if (!last || time - last.begin - last.length > 30 * MINUTE)
        sessions.push((last = { begin: time, length: 0 }));
      last.length = time - last.begin;
    }
  }
  const sources = (which: 'find' | 'findLast') => {
    const found: Record<string, number[]> = {};
    for (const own of per.values()) {
      const group = (found[own[which](({ utm }) => utm !== undefined)?.utm ?? ''] ??= [0, 0]);
      group[0] = (group[0] ?? 0) + 1;
      if (own.some(({ event }) => event === 'lesson.done')) group[1] = (group[1] ?? 0) + 1;
    }
    return found;
  };
  const scores: Record<string, number[]> = {};
  for (const { data } of named('lesson.done'))
    (scores[String(data?.['lesson'])] ??= []).push(Number(data?.['score']));
  const diligent = [...per].filter(
    ([who, own]) =>
      known.has(who) &&
      own.filter(({ event, time }) => event === 'lesson.done' && time >= end - 28 * DAY).length >= 5,
  );
  const submitted: Record<string, Act[]> = {};
  for (const act of named('contest.submit'))
    (submitted[`${String(act.data?.['language'])}|${known.get(act.who ?? '')?.site ?? ''}`] ??= []).push(act);
  const [opened, finished] = ['lesson.open', 'lesson.done'].map(name =>
    counted(named(name), ({ time }) => week(time)),
  );
  const lastWeek = new Map<string, Set<number>>();
  for (const { who, time } of within(end - WEEK, end))
    if (who !== undefined) lastWeek.set(who, (lastWeek.get(who) ?? new Set()).add(day(time)));

  return [
    byGrade,
    started,
    cohorts,
    Object.fromEntries(
      Object.entries(attempts).map(([name, { people: reached, spans }]) => [
        name,
        { people: reached, between: spans.map(each => discrete(each, 0.5)) },
      ]),
    ),
    Object.entries(stays).sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
    [...per]
      .filter(
        ([, own]) =>
          own.some(({ event }) => event === 'contest.submit') &&
          !own.some(({ event }) => event === 'lesson.done'),
      )
      // A visitor has no id.
      .map(([who]) => (known.has(who) ? who : null))
      .sort(),
    counted(
      named('lesson.done').filter(
        ({ data, browser, who }) =>
          Number(data?.['score']) >= 80 &&
          (browser === 'WeChat' || platformOf(browser) === 'Win32') &&
          gradeOf(who) !== 1,
      ),
      ({ time }) => day(time),
    ),
    Object.fromEntries(
      Object.entries(finished ?? {}).map(([at, times]) => [at, round(times / (opened?.[at] ?? 0))]),
    ),
    [peopleOf(within(end - 28 * DAY, end)), peopleOf(within(end - 56 * DAY, end - 28 * DAY))],
    [sources('find'), sources('findLast')],
    Object.fromEntries(
      Object.entries(scores).map(([lesson, values]) => [
        lesson,
        [
          round(values.reduce((sum, each) => sum + each, 0) / values.length),
          discrete(values, 0.5),
          discrete(values, 0.9),
        ],
      ]),
    ),
    {
      by: counted(sessions, ({ begin }) => week(begin)),
      median: discrete(
        sessions.map(({ length }) => length),
        0.5,
      ),
    },
    counted(diligent, ([who]) => String(known.get(who)?.class)),
    Object.fromEntries(
      Object.entries(submitted).map(([name, acts]) => [name, [acts.length, peopleOf(acts)]]),
    ),
    counted([...lastWeek.values()], ({ size }) => size),
  ];
};
