/** For tests: batches as the browser library sends them. */
import { gzipSync } from 'node:zlib';
import type { WireEvent, WireFacts, WireMeta } from '@rollcall/contract';

let last = 0;

/** A UUIDv7 that no other call of this process gave, of about this time. */
export const newId = (at = Date.parse('2026-11-21T08:00:00Z')): string => {
  const time = at.toString(16).padStart(12, '0');
  const rest = (++last).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
};

export const newEvent = (more: Partial<WireEvent> = {}): WireEvent => {
  const t = more.t ?? Date.parse('2026-11-21T08:00:00Z');
  return { i: newId(t), t, c: t, n: last, e: 'lesson.open', x: 0, ...more };
};

const meta: WireMeta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false };

export interface BatchForTests {
  readonly events: readonly unknown[];
  readonly facts?: readonly unknown[];
  readonly meta?: object;
  readonly alg?: 0 | 1;
}

/** A request's body. */
export const bodyOf = ({
  events,
  facts = [{ pi: 'p' }],
  meta: more = {},
  alg = 0,
}: BatchForTests): string => {
  const data = { meta: { ...meta, ...more }, ext: facts, body: events };
  return JSON.stringify({
    alg,
    type: 0,
    data: alg === 0 ? data : gzipSync(JSON.stringify(data)).toString('base64'),
  });
};

export const facts = (more: WireFacts = {}): WireFacts => ({ pi: 'p', lv: '0.1.0', ...more });
