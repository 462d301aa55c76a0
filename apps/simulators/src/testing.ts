/** For tests: simulators on a free port with a fake clock, and a tester who uses their sign-in pages. */
import { afterAll, beforeEach } from 'vitest';
import { type Simulators, type SimulatorsOptions, startSimulators } from './start.ts';

export interface Running extends Simulators {
  /** Milliseconds by which the clock was advanced. */
  advance(ms: number): void;
  /** The calls of `wait`, in milliseconds; it resolves immediately. */
  readonly waits: readonly number[];
  /** GETs below the simulators and reads the whole answer; redirects are not followed. */
  get(path: string): Promise<{ status: number; type: string; text: string; location: string | null }>;
  /** POSTs a JSON body. */
  post(path: string, body: unknown): Promise<{ status: number; body: unknown }>;
  /** Submits a sign-in page. Resolves with its redirect, or null. */
  confirm(path: string, form: Readonly<Record<string, string>>): Promise<URL | null>;
}

/**
 * Starts the simulators. Their clock starts at the current time, since the official clients sign with the machine's
 * clock, and is then advanced by the test.
 */
export const runSimulators = async (
  options: Omit<SimulatorsOptions, 'now' | 'wait'> = {},
): Promise<Running> => {
  const start = Date.now();
  let moved = 0;
  const waits: number[] = [];
  const { config, ...rest } = options;
  const simulators = await startSimulators({
    signatureNow: Date.now,
    ...rest,
    config: { port: 0, ...config },
    now: () => start + moved,
    wait: async ms => {
      waits.push(ms);
    },
  });
  const at = (path: string) => simulators.url + path;
  return {
    ...simulators,
    waits,
    advance: ms => {
      moved += ms;
    },
    get: async path => {
      const response = await fetch(at(path), { redirect: 'manual' });
      const { status, headers } = response;
      return {
        status,
        type: headers.get('content-type') ?? '',
        text: await response.text(),
        location: headers.get('location'),
      };
    },
    post: async (path, body) => {
      const response = await fetch(at(path), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
    confirm: async (path, form) => {
      const response = await fetch(at(path), {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      const location = response.headers.get('location');
      await response.text();
      return location === null ? null : new URL(location);
    },
  };
};

/** Starts the simulators for the tests of one file; before each they are as at their start. */
export const simulatorsOfFile = async (options?: Parameters<typeof runSimulators>[0]): Promise<Running> => {
  const running = await runSimulators(options);
  afterAll(() => running.stop());
  beforeEach(() => running.post('/control/reset', {}));
  return running;
};
