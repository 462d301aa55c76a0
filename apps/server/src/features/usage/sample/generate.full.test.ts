import { describe, expect, it } from 'vitest';
import { eventKind } from '@rollcall/contract';
import { generateSample, usualSample } from './generate.ts';
import type { SampleSchool } from './parts.ts';
import { SampleData } from './sample-data.ts';

/** 2026-11-21 20:10 in Shanghai, a Saturday. */
const NOW = Date.UTC(2026, 10, 21, 12, 10);
const HOUR = 3_600_000;
const small = { seed: 7, days: 28, pupils: 90, now: NOW };
const made = (options = small) => {
  const parts = [...generateSample(options)];
  return {
    events: parts.flatMap(part => part.events),
    reports: parts.flatMap(part => part.reports),
  };
};
const schoolHour = (time: number) => Math.floor((time / HOUR + 8) % 24);

describe('the sample data', () => {
  it('is the same for the same seed, and differs for another seed', () => {
    expect(made()).toEqual(made());
    expect(made({ ...small, seed: 8 }).events).not.toEqual(made().events);
  });

  it('is marked, each event with an id of its own, and none later than now', () => {
    const { events, reports } = made();
    expect(events.every(event => event.sample)).toBe(true);
    expect(reports.every(report => report.sample)).toBe(true);
    expect(new Set(events.map(event => event.id)).size).toBe(events.length);
    expect(events.every(event => event.received <= NOW && event.time <= NOW)).toBe(true);
    expect(events.every(event => event.time > NOW - 29 * 24 * HOUR)).toBe(true);
    expect(
      events.every(event =>
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(event.id),
      ),
    ).toBe(true);
  });

  it('resembles a school: classes behind one IP, quiet nights, peaks, visitors now', () => {
    const { events } = made();
    const by = new Map<number, number>();
    for (const { time } of events) by.set(schoolHour(time), (by.get(schoolHour(time)) ?? 0) + 1);
    const share = (from: number, to: number) =>
      [...by].filter(([hour]) => hour >= from && hour < to).reduce((sum, [, n]) => sum + n, 0) /
      events.length;
    expect(share(2, 6)).toBeLessThan(0.005);
    expect(share(8, 23)).toBeGreaterThan(0.9);
    const inClass = events.filter(event => event.ip === '203.0.113.1');
    expect(new Set(inClass.map(event => event.user)).size).toBeGreaterThan(20);
    const starts = events.filter(event => event.key === 'contest.start');
    expect(new Set(starts.map(event => Math.floor(event.time / (24 * HOUR)))).size).toBe(1);
    expect(events.filter(event => event.time > NOW - HOUR / 2).length).toBeGreaterThan(5);
  });

  it('fills every page of the console', () => {
    const { events, reports } = made();
    for (const kind of [eventKind.custom, eventKind.view, eventKind.click, eventKind.leave]) {
      expect(events.some(event => event.kind === kind)).toBe(true);
    }
    expect(events.some(event => event.duration !== undefined && event.key === 'lesson.time')).toBe(true);
    expect(events.some(event => event.bot)).toBe(true);
    expect(events.some(event => event.key === 'sign_up.done')).toBe(true);
    expect(new Set(reports.map(report => report.kind))).toEqual(
      new Set(['performance', 'call', 'resource', 'error']),
    );
    const measured = reports.filter(report => report.kind === 'performance').map(({ data }) => data);
    expect(new Set(measured.map(data => data?.['device']))).toEqual(new Set(['phone', 'tablet', 'desktop']));
    expect(new Set(measured.map(data => data?.['network']))).toEqual(new Set(['3g', '4g', undefined]));
  });

  it('tells what led people there, and how long each page was visible', () => {
    const { events } = made();
    const sources = new Set(events.map(({ data }) => data?.['utm_source'] ?? data?.['referrer']));
    for (const source of ['weixin', 'mail', 'poster', 'www.baidu.com']) expect(sources).toContain(source);
    // Of a visit the first view alone.
    const led = events.filter(({ data }) => data?.['utm_source'] ?? data?.['referrer']);
    expect(led.every(({ kind, sequence }) => kind === eventKind.view && sequence === 0)).toBe(true);
    const views = new Map<string, number>();
    for (const { kind, process, key, duration } of events) {
      if (kind === eventKind.view) views.set(`${process} ${key}`, (views.get(`${process} ${key}`) ?? 0) + 1);
      if (kind !== eventKind.leave) continue;
      const left = (views.get(`${process} ${key}`) ?? 0) - 1;
      // No page is left that was not shown, or twice.
      expect(left).toBeGreaterThanOrEqual(0);
      views.set(`${process} ${key}`, left);
      expect(duration).toBeGreaterThanOrEqual(0);
    }
    const shown = [...views.values()].reduce((sum, each) => sum + each, 0);
    // Those of the last minutes are still open.
    expect(shown).toBeLessThan(30);
  });

  it('has visitors who sign up and are users from then on, some of them days after their first visit', () => {
    const { events } = made();
    const done = events.filter(event => event.key === 'sign_up.done');
    expect(done.length).toBeGreaterThan(5);
    let later = 0;
    for (const { device, user, time, process } of done) {
      const own = events.filter(event => event.device === device);
      expect(user).toMatch(/^sample-new-/);
      const without = own.filter(event => event.user === undefined);
      expect(without.every(event => event.time <= time)).toBe(true);
      expect(without.some(event => event.key === '/sign-up' && event.process === process)).toBe(true);
      const known = own.filter(({ user: id, kind }) => id !== undefined && kind !== eventKind.leave);
      expect(known.map(event => event.key)).toEqual(['sign_up.done', '/courses']);
      if (own.some(event => event.time < time - 12 * HOUR)) later += 1;
    }
    expect(later).toBeGreaterThan(1);
    expect(new Set(done.map(({ user }) => user)).size).toBe(done.length);
  });

  it('makes about 200,000 events by default', () => {
    let events = 0;
    for (const part of generateSample({ ...usualSample, now: NOW })) events += part.events.length;
    expect(events).toBeGreaterThan(160_000);
    expect(events).toBeLessThan(260_000);
  });
});

describe('making and removing sample data', () => {
  const parts = () => {
    const done: string[] = [];
    const loads: number[] = [];
    const store = {
      loadSample: async (events: readonly unknown[]) => loads.push(events.length),
      eraseSample: async () => {
        done.push('erase');
        return 5;
      },
    };
    const part = {
      make: async (school: SampleSchool) => {
        done.push('make');
        return { errors: school.sightings.reduce((sum, { count }) => sum + count, 0) };
      },
      remove: async () => {
        done.push('remove');
        return { people: 3 };
      },
    };
    return { done, loads, store, part };
  };
  const { now: _, ...options } = small;

  it('replaces earlier sample data, loads everything, and tells the parts what happened', async () => {
    const { done, loads, store, part } = parts();
    const sample = new SampleData(store, {
      parts: [part],
      alone: async work => work().then(() => true),
      now: () => NOW,
    });
    const { events, errors } = await sample.make(options);
    const all = made();
    expect(events).toBe(all.events.length);
    expect(loads.reduce((sum, n) => sum + n, 0)).toBe(events);
    expect(errors).toBe(all.reports.filter(({ kind }) => kind === 'error').length);
    expect(errors).toBeGreaterThan(3);
    expect(done).toEqual(['erase', 'remove', 'make']);
    expect(await sample.remove()).toEqual({ events: 5, people: 3 });
  });

  it('refuses while another run goes on anywhere in the installation', async () => {
    const { done, store, part } = parts();
    const sample = new SampleData(store, { parts: [part], alone: async () => false, now: () => NOW });
    await expect(sample.make(options)).rejects.toThrow('TooBusy');
    await expect(sample.remove()).rejects.toThrow('TooBusy');
    expect(done).toEqual([]);
  });
});
