/** What `npm run bench -- scale` counts with: what was measured, and what is assumed. */

interface UnitCost {
  /** Seconds of processor time for one, on one core of the machine where it was measured. */
  readonly seconds: number;
  /** How it was measured. */
  readonly by: string;
}

const µs = (value: number, by: string): UnitCost => ({ seconds: value / 1e6, by });
const growth = 'npm run bench -- growth, a million accounts, 2026-11-23';
const forgotten = 'the release before c797f655, which remembered none, in turn with it, 2026-11-23';
const cluster = 'npm run bench -- cluster, 2026-11-23';

export const unitCosts = {
  signInServer: µs(17_021, growth),
  signInDatabase: µs(1_311, growth),
  // A process remembers 50,000 sessions; at this size nearly every refresh is of another one.
  refreshServer: µs(588, forgotten),
  refreshDatabase: µs(260, forgotten),
  readServer: µs(200, growth),
  readDatabase: µs(75, growth),
  collectServer: µs(6.1, 'npm run bench -- collector, 2026-11-23: checked and written to the log in files'),
  stream: µs(12.8, 'two cores, three replicas, 240 publishers: 156,000 events a second, 2026-11-20'),
  loadServer: µs(11.7, `${cluster}: some events late, some sent again`),
  loadStore: µs(21.4, `${cluster}: some events late, some sent again`),
} as const satisfies Readonly<Record<string, UnitCost>>;

export const assumed = {
  /** Share of the accounts that come on a school day. */
  active: 0.2,
  /** Of one who comes, in a day. */
  signIns: 0.3,
  refreshes: 8,
  reads: 15,
  /** Share of a day's calls and events in the busiest hour. */
  busiestHour: 0.12,
  /** How many times as much comes in the minute in which lessons begin. */
  rush: 3,
  /** Cores of a machine, and the share of them that work may take. */
  machine: { cores: 16, utilisation: 0.6 },
  /** Seconds that a request may wait, and an event on its way to the store while one machine is gone. */
  wait: 5,
  waitInLog: 60,
  /** Events a second that one stream takes, measured on two cores with its three replicas and the publishers; on larger machines not measured. */
  streamRate: 156_000,
  /** Terabytes of events that one machine of ClickHouse holds. */
  disk: 20,
  /** Days that events are kept. */
  keepDays: 180,
  /** Bytes of an event in the log and in a store (measured for DuckDB), and of an account with its sessions, devices and indexes. */
  bytesLogged: 200,
  bytesStored: 80,
  bytesAccount: 1_500,
  /** Yuan a month, by price lists of clouds in mainland China: a core with 4 GB, and a gigabyte of SSD. */
  price: { core: 60, gigabyte: 0.35 },
} as const;
