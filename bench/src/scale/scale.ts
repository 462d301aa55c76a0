/**
 * `npm run bench -- scale`: how many machines a load takes, on paper, from what a call and an event cost here. SCALE_ACCOUNTS and SCALE_EVENTS (a
 * second, in the busiest hour) are the load; the default is 100 million and a million. docs/scale.md says what follows from it.
 */
import { demandOf, type Hour, machinesFor, type Part, simulate } from './simulate.ts';
import { assumed, unitCosts } from './inputs.ts';

const accounts = Number(process.env['SCALE_ACCOUNTS'] ?? 100_000_000);
const events = Number(process.env['SCALE_EVENTS'] ?? 1_000_000);

/** Calls of one kind in a second of the busiest hour. */
const atPeak = (perDay: number) => (accounts * assumed.active * perDay * assumed.busiestHour) / 3600;
const signIns = atPeak(assumed.signIns);
const refreshes = atPeak(assumed.refreshes);
const reads = atPeak(assumed.reads);

const { cores, utilisation } = assumed.machine;
const part = (demands: Part['demands']): Part => ({ demands, cores, utilisation });
const cost = (name: keyof typeof unitCosts) => unitCosts[name].seconds;
/** Parts that any number of machines share. */
const shared: Readonly<Record<string, Part>> = {
  'accounts (Rollcall)': part([
    { perSecond: signIns, cost: cost('signInServer') },
    { perSecond: refreshes, cost: cost('refreshServer') },
    { perSecond: reads, cost: cost('readServer') },
  ]),
  'collector (Rollcall)': part([{ perSecond: events, cost: cost('collectServer') }]),
  'NATS JetStream, three replicas': part([{ perSecond: events, cost: cost('stream') }]),
  'loader (Rollcall)': part([{ perSecond: events, cost: cost('loadServer') }]),
  'ClickHouse, loading alone': part([{ perSecond: events, cost: cost('loadStore') }]),
};
/** One machine does it all; another one stands by. */
const primary = part([
  { perSecond: signIns, cost: cost('signInDatabase') },
  { perSecond: refreshes, cost: cost('refreshDatabase') },
  { perSecond: reads, cost: cost('readDatabase') },
]);

/** A lesson begins: for a minute in each quarter of an hour more comes than in the rest. */
const lessons = (second: number) => (second % 900 < 60 ? assumed.rush : 1);
const whole: Hour = { load: lessons, failed: () => 0 };
const failing: Hour = { load: lessons, failed: second => (second >= 900 && second < 1500 ? 1 : 0) };
/** People wait for a request; events wait in the log. */
const hoursOf = (name: string) => [
  { hour: whole, wait: assumed.wait },
  { hour: failing, wait: /^(?:accounts|collector)/.test(name) ? assumed.wait : assumed.waitInLog },
];

const number = (value: number) => Math.round(value).toLocaleString('en-US');
console.log(
  `Method: a simulation of the busiest hour, second by second, of ${number(accounts)} accounts and ${number(events)} events a second. The costs are measured on one machine of two cores (bench/src/scale/inputs.ts has each with its command); that they hold on other machines, for other loads and over a network is assumed.`,
);
console.log('\nAssumed');
for (const [name, value] of Object.entries(assumed))
  console.log(`  ${name.padEnd(16)} ${JSON.stringify(value)}`);
console.log('\nMeasured, microseconds of processor time for one');
for (const [name, { seconds, by }] of Object.entries(unitCosts))
  console.log(`  ${name.padEnd(16)} ${(seconds * 1e6).toFixed(1).padStart(9)}   ${by}`);
console.log(
  `\nIn a second of the busiest hour: ${number(signIns)} sign-ins, ${number(refreshes)} refreshes, ${number(reads)} profile reads, ${number(events)} events.`,
);
let machines = 0;
for (const [name, of] of Object.entries(shared)) {
  // Three replicas are on three machines.
  const needed = Math.max(machinesFor(of, hoursOf(name)), name.startsWith('NATS') ? 3 : 1);
  machines += needed;
  const [all, fewer] = [whole, failing].map(hour => simulate(of, needed, hour).longestWait.toFixed(1));
  console.log(
    `  ${name.padEnd(32)} ${demandOf(of).toFixed(1).padStart(7)} cores busy   ${String(needed).padStart(3)} machines   waits ${all} s at most, ${fewer} s while one is gone for ten minutes`,
  );
}
const room = (cores * utilisation) / (demandOf(primary) * assumed.rush);
machines += 2;
console.log(
  `  ${'PostgreSQL, the primary'.padEnd(32)} ${demandOf(primary).toFixed(1).padStart(7)} cores busy     2 machines, of which one stands by; one machine carries ${room.toFixed(1)} times this load in the minute of the rush`,
);
const perDay = (events * 3600) / assumed.busiestHour;
const kept = (perDay * assumed.bytesStored * assumed.keepDays) / 1e12;
const holding = 2 * Math.ceil(kept / assumed.disk);
const terabytes = (bytes: number) => (bytes / 1e12).toFixed(1);
console.log('\nWhat breaks first: this load, its rush included, by what one takes');
const limits = [
  ['one machine of ClickHouse, by its disk', kept / assumed.disk],
  ['one stream of events', (events * assumed.rush) / assumed.streamRate],
  ['the primary of PostgreSQL, by its cores', 1 / room],
] as const;
for (const [what, times] of limits.toSorted(([, one], [, other]) => other - one))
  console.log(`  ${what.padEnd(40)} ${times.toFixed(1)} times`);
console.log('\nDisks and price');
console.log(
  `  ${number(perDay / 1e9)} thousand million events a day: ${terabytes(perDay * assumed.bytesStored)} TB a day, ${number(kept)} TB in ${assumed.keepDays} days, on ${holding} machines of ${assumed.disk} TB with two replicas; a stream that holds an hour: ${terabytes(events * 3600 * assumed.bytesLogged * 3)} TB in three replicas; accounts: ${terabytes(accounts * assumed.bytesAccount)} TB, once more for the standby`,
);
console.log(
  `  ${machines} machines of ${cores} cores and ${holding} that hold events: ${number((machines + holding) * cores * assumed.price.core)} yuan a month; disks: ${number(kept * 2 * 1000 * assumed.price.gigabyte)} yuan a month`,
);
