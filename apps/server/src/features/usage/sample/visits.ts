/** What a pupil does in one visit: pages, clicks, lessons with their time, exercises. */
import { eventKind } from '@rollcall/contract';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { Seeded } from './random.ts';
import { SAMPLE_PRODUCT, type SampleError, sampleErrors } from './errors.ts';
import type { Device } from './school.ts';

/** Whose visit, where, and when it begins (milliseconds since 1970). */
export interface Visitor {
  readonly user: string | undefined;
  readonly device: Device;
  readonly ip: string;
  readonly begin: number;
  readonly release: string;
  readonly bot?: true;
  /** What led there; of the first view. @default nothing is known of it */
  readonly origin?: Origin;
}

/** In the names of `biz_data`. */
export interface Origin {
  readonly referrer?: string;
  readonly utm_source?: string;
  readonly utm_medium?: string;
  readonly utm_campaign?: string;
}

const subjects = ['数学', '语文', '英语', '编程', '科学'] as const;
/** Where clicks gather on a page: thousandths of the width, pixels from the top, and how far they scatter. */
const spots: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  '/': [
    [850, 40, 18],
    [300, 420, 60],
    [500, 700, 90],
  ],
  '/courses': [
    [220, 320, 50],
    [500, 320, 50],
    [780, 320, 50],
    [220, 640, 60],
  ],
  '/lesson': [
    [500, 380, 80],
    [880, 760, 25],
    [120, 180, 40],
  ],
  '/exercise': [
    [500, 420, 70],
    [500, 560, 70],
    [860, 820, 22],
  ],
  '/contest': [
    [500, 300, 40],
    [860, 820, 30],
  ],
};
const heights: Readonly<Record<string, number>> = {
  '/': 2400,
  '/courses': 1800,
  '/lesson': 1500,
  '/exercise': 1200,
};

/** Of `1.3.0`: 3. */
const minorOf = (release: string): number => Number(release.split('.')[1]);

export class Visit {
  readonly events: StoredEvent[] = [];
  readonly reports: StoredReport[] = [];
  readonly #random: Seeded;
  #visitor: Visitor;
  readonly #process: string;
  #time: number;
  #sequence = 0;
  #page = '/';
  /** When the page that is shown was opened; undefined: none is. */
  #shown: number | undefined;

  constructor(random: Seeded, visitor: Visitor) {
    this.#random = random;
    this.#visitor = visitor;
    this.#time = visitor.begin;
    this.#process = random.uuid(visitor.begin);
  }

  wait(seconds: number): this {
    this.#time += Math.round(this.#random.longTailed(seconds * 1000, 0.6));
    return this;
  }

  /** From here on the visitor is a user. */
  signIn(user: string): this {
    this.#visitor = { ...this.#visitor, user };
    return this;
  }

  event(key: string, more: Partial<StoredEvent> = {}): this {
    const { user, device, ip, bot } = this.#visitor;
    const { id: uuid, width: _, ...facts } = device;
    this.events.push({
      id: this.#random.uuid(this.#time),
      product: SAMPLE_PRODUCT,
      time: this.#time,
      deviceTime: this.#time + (uuid.length % 7) * 1000,
      received: this.#time + 400,
      sequence: this.#sequence++,
      kind: eventKind.custom,
      key,
      sample: true,
      process: this.#process,
      library: '0.1.0',
      ...(user === undefined ? {} : { user }),
      ...facts,
      device: uuid,
      ip,
      ...(bot ? { bot } : {}),
      ...more,
    });
    return this;
  }

  view(page: string): this {
    this.#leave();
    const origin = this.#sequence === 0 ? { ...this.#visitor.origin } : {};
    this.#page = page;
    this.#shown = this.#time;
    this.event(page, { kind: eventKind.view, ...(Object.keys(origin).length > 0 ? { data: origin } : {}) });
    if (this.#random.chance(0.3)) this.#vitals();
    if (this.#random.chance(0.004)) this.#chunkFailure();
    for (const error of sampleErrors) {
      if (
        error.page === page &&
        minorOf(this.#visitor.release) >= error.since &&
        this.#random.chance(error.share)
      )
        this.#error(error);
    }
    this.#call('GET', `/api${page === '/' ? '/home' : page}`, 120);
    return this;
  }

  /** The last page is closed a moment after what was done on it. */
  end(): this {
    this.wait(20).#leave();
    return this;
  }

  #leave(): void {
    if (this.#shown === undefined) return;
    this.event(this.#page, { kind: eventKind.leave, duration: this.#time - this.#shown });
    this.#shown = undefined;
  }

  clicks(most: number): this {
    const { width } = this.#visitor.device;
    const places = spots[this.#page] ?? [[500, 500, 200]];
    const height = heights[this.#page] ?? 1600;
    for (let left = this.#random.below(most + 1); left > 0; left -= 1) {
      const [x, y, scatter] = this.#random.pick(places);
      // Narrow pages stand the same things one above the other.
      const stretch = width < 600 ? 1.7 : 1;
      const within = (value: number, limit: number) => Math.round(Math.min(limit, Math.max(0, value)));
      this.wait(4).event(this.#page, {
        kind: eventKind.click,
        data: {
          x: within(x + (this.#random.normal() * scatter * 1000) / width, 1000),
          y: within((y + this.#random.normal() * scatter) * stretch, height * stretch),
          w: width,
          h: Math.round(height * stretch),
        },
      });
    }
    return this;
  }

  lesson(minutes: number): this {
    const random = this.#random;
    const lesson = { lesson: 1 + random.below(40), subject: random.pick(subjects) };
    this.view('/lesson').wait(6).event('lesson.open', { data: lesson });
    const begun = this.#time;
    this.wait(60).clicks(2);
    this.#time = begun + Math.max(60_000, Math.round(random.longTailed(minutes * 60_000, 0.35)));
    const open = random.chance(0.04);
    this.event('lesson.time', {
      data: lesson,
      duration: this.#time - begun,
      ...(open ? { open: true as const } : {}),
    });
    if (open) return this;
    if (random.chance(0.8)) this.event('lesson.done', { data: lesson });
    return this;
  }

  exercises(most: number): this {
    this.wait(8).view('/exercise').clicks(1);
    for (let left = 1 + this.#random.below(most); left > 0; left -= 1) {
      const took = Math.round(this.#random.longTailed(75_000, 0.6));
      this.#time += took;
      this.event('exercise.submit', {
        duration: took,
        data: { exercise: 1 + this.#random.below(120), correct: this.#random.chance(0.68) },
      });
      this.#call('POST', '/api/exercises/:id/answers', 180);
    }
    return this;
  }

  #report(more: Pick<StoredReport, 'kind' | 'name' | 'weight'> & Partial<StoredReport>): void {
    this.reports.push({
      id: this.#random.uuid(this.#time),
      product: SAMPLE_PRODUCT,
      received: this.#time,
      release: this.#visitor.release,
      page: this.#page,
      sample: true,
      ...more,
    });
  }

  #vitals(): void {
    const random = this.#random;
    const { id, width, network } = this.#visitor.device;
    const data = {
      navigation: 'navigate',
      device: width < 600 ? 'phone' : width < 1000 ? 'tablet' : 'desktop',
      // Safari does not tell it; some phones are where the network is slow.
      ...(network === 'wifi' ? {} : { network: width < 600 && /[05]$/.test(id) ? '3g' : network }),
    };
    const slow = (width < 600 ? 1.6 : 1) * (data.network === '3g' ? 1.8 : 1);
    const first = random.longTailed(620 * slow, 0.45);
    const metrics = {
      TTFB: first * 0.4,
      FCP: first * 1.3,
      LCP: first * 1.3 + random.longTailed(700 * slow, 0.6),
      INP: random.longTailed(70 * slow, 0.7),
    };
    for (const [name, value] of Object.entries(metrics)) {
      this.#report({
        kind: 'performance',
        name,
        weight: 1,
        value: Math.round(value),
        data,
      });
    }
    this.#report({
      kind: 'performance',
      name: 'CLS',
      weight: 1,
      value: Math.round(random.longTailed(0.04, 0.9) * 1000) / 1000,
      data,
    });
  }

  #chunkFailure(): void {
    const chunk = String(1 + this.#random.below(12));
    this.#report({
      kind: 'resource',
      name: `/static/${chunk}.js`,
      weight: 1,
      data: { element: 'chunk', chunk, reason: this.#random.pick(['error', 'timeout', 'error']) },
    });
  }

  #error({ id }: SampleError): void {
    this.#report({ kind: 'error', name: id, weight: 1, data: { origin: 'error' } });
  }

  /** Successes are reported one in ten, and stand for ten. */
  #call(method: string, path: string, median: number): void {
    const random = this.#random;
    const value = Math.round(random.longTailed(median, 0.5));
    const failure = random.next();
    const status =
      failure < 0.004
        ? random.pick([500, 502, 503])
        : failure < 0.007
          ? 601
          : failure < 0.009
            ? 602
            : failure < 0.025
              ? random.pick([400, 404, 429])
              : 200;
    if (status === 200 && !random.chance(0.1)) return;
    this.#report({
      kind: 'call',
      name: `${method} ${path}`,
      value,
      status,
      weight: status === 200 ? 10 : 1,
    });
  }
}
