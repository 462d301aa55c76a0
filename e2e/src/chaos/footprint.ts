/** What the parts of an installation take of the machine: sampled under load, and at rest before and after it. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { tree } from '../server.ts';
import type { Probe } from './probe.ts';
import { type Allowance, allowedOf, middle, type Point, trendOf } from './trend.ts';

/** A program with all processes below it. */
export interface Part {
  readonly name: string;
  readonly pid: number;
  /** PostgreSQL has a process for each connection, whose number moves with the load and is bounded by the server's pools. */
  readonly connections?: boolean;
  /** Bytes of its heap that are known to be kept, up to a bound that the soak does not reach. */
  readonly remembered?: () => number;
  /** Commands of processes below it that are parts of their own. */
  readonly without?: RegExp;
}

const MB = 2 ** 20;

interface Title extends Allowance {
  readonly title: string;
  /**
   * When it is compared. Sockets and what comes with them rise under load with the most concurrent calls that there
   * ever were: they are compared at
   * rest. Memory of the process is not: what is freed is given back to the system late.
   */
  readonly when: readonly ('load' | 'rest')[];
}

const measures = {
  heap: {
    title: 'heap after a collection, without what is remembered, MB',
    amount: 4,
    share: 0.05,
    when: ['load', 'rest'],
  },
  memory: { title: 'memory of its own, MB', amount: 24, share: 0.15, when: ['load'] },
  largest: { title: 'memory of its largest process, MB', amount: 2, share: 0.1, when: ['load'] },
  timers: { title: 'timers', amount: 4, share: 0.1, when: ['rest'] },
  handles: { title: 'sockets, children, requests', amount: 4, share: 0.1, when: ['rest'] },
  descriptors: { title: 'open files and sockets', amount: 4, share: 0.1, when: ['rest'] },
  connections: { title: 'processes of connections', amount: 1, share: 0, when: ['rest'] },
} as const satisfies Record<string, Title>;
type Measure = keyof typeof measures;
type Footprint = Partial<Record<Measure, number>>;

/** Samples at rest, of which the middle counts, and the milliseconds between them. */
const AT_REST = 5;
const BETWEEN = 1_000;

/** Resident memory that no file and no other process has, in MB. @throws Error if the process ended */
const memoryOf = (pid: number): number =>
  (Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / MB;
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
/** @param gone what a process has that ended meanwhile */
const unlessGone = <T>(read: () => T, gone: T): T => {
  try {
    return read();
  } catch {
    return gone;
  }
};
/** `postgres: cluster: user database [local] idle`, or an address in place of `[local]` */
const isClient = (command: string): boolean => / \[local\] | [\d.]+\(\d+\) /.test(command);

/** @throws Error if the part's first process ended */
const footprintOf = async (
  { name, pid, connections = false, remembered, without }: Part,
  probe: Probe,
): Promise<Footprint> => {
  try {
    const said = await probe.ask(pid);
    const below = tree(pid)
      .slice(1)
      .map(each => ({ pid: each, command: unlessGone(() => commandOf(each), '') }))
      .filter(({ command }) => !without?.test(command));
    const memory = [memoryOf(pid), ...below.map(each => unlessGone(() => memoryOf(each.pid), 0))];
    if (connections)
      return {
        largest: Math.max(...memory),
        connections: below.filter(({ command }) => isClient(command)).length,
      };
    return {
      ...(said && {
        heap: (said.heap - (remembered?.() ?? 0)) / MB,
        timers: said.timers,
        handles: said.handles,
      }),
      memory: memory.reduce((sum, one) => sum + one),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch (error) {
    throw new Error(`${name} ended.`, { cause: error });
  }
};

export interface Footprints {
  /** Samples each part under load. @throws Error if one ended */
  sample(): Promise<void>;
  /** Samples each part while nobody uses it: before and after the load. @throws Error if one ended */
  rest(): Promise<void>;
  /** @returns what the table says, and what grows @throws Error if there are too few samples */
  judge(): { readonly table: string; readonly growing: readonly string[] };
}

interface Row {
  readonly name: string;
  readonly figures: readonly number[];
  readonly grows: boolean;
}

export const footprintsOf = (parts: readonly Part[], probe: Probe): Footprints => {
  const taken = new Map<string, { part: string; measure: Measure; load: Point[]; rest: number[] }>();
  const began = performance.now();
  const look = async (keep: (row: { load: Point[]; rest: number[] }, value: number) => void) => {
    for (const part of parts)
      for (const [measure, value] of Object.entries(await footprintOf(part, probe)) as [Measure, number][]) {
        const key = `${part.name} ${measure}`;
        const row = taken.get(key) ?? { part: part.name, measure, load: [], rest: [] };
        taken.set(key, row);
        keep(row, value);
      }
  };
  return {
    sample: () => look(({ load }, value) => load.push({ at: (performance.now() - began) / 1000, value })),
    rest: async () => {
      for (let n = 0; n < AT_REST; n += 1) {
        await wait(BETWEEN);
        await look(({ rest }, value) => rest.push(value));
      }
    },
    judge: () => {
      const rows = [...taken.values()].flatMap(({ part, measure, load, rest }): Row[] => {
        const { title, when, ...allowance }: Title = measures[measure];
        return when.map(at => {
          const name = `${part}: ${title}${at === 'rest' ? ', at rest' : ''}`;
          if (at === 'load') {
            const { before, after, growth, steady, allowed, grows } = trendOf(load, allowance);
            return { name, figures: [before, after, growth, steady, allowed], grows };
          }
          const [before, after] = [middle(rest.slice(0, AT_REST)), middle(rest.slice(AT_REST))];
          const allowed = allowedOf(before, allowance);
          return {
            name,
            figures: [before, after, after - before, after - before, allowed],
            grows: after - before > allowed,
          };
        });
      });
      return {
        table: ['    before     after    growth    steady   allowed', ...rows.map(lineOf)].join('\n'),
        growing: rows.flatMap(({ name, grows }) => (grows ? [name] : [])),
      };
    },
  };
};

const lineOf = ({ name, figures, grows }: Row): string =>
  `${figures.map(figure => figure.toFixed(1).padStart(10)).join('')}  ${name}${grows ? '  GROWS' : ''}`;
