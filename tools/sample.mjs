/**
 * `npm run sample`: fills the running server's usage and monitoring pages with the traffic of a made-up school, marked
 * as sample data. `npm run sample -- --remove` takes it out again. Also: `--days 90`, `--pupils 950`, `--seed 1`.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './setup.mjs';

const fail = message => {
  console.error(message);
  process.exit(1);
};

let values;
try {
  ({ values } = parseArgs({
    options: {
      remove: { type: 'boolean', default: false },
      days: { type: 'string' },
      pupils: { type: 'string' },
      seed: { type: 'string' },
    },
  }));
} catch (error) {
  fail(`${error.message}\nUsage: npm run sample [-- --remove | --days N --pupils N --seed N]`);
}

const body = {};
for (const name of ['days', 'pupils', 'seed']) {
  if (values[name] === undefined) continue;
  if (!/^\d{1,9}$/.test(values[name])) fail(`--${name} takes a whole number, not "${values[name]}".`);
  body[name] = Number(values[name]);
}

const file = join(resolve(root, process.env.ROLLCALL_DATA || 'data'), 'usage', 'sample-key.json');
const door = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
if (!door) fail(`No server runs on this data (${file} is not there). Start it with: npm start`);

const begun = performance.now();
const answer = await fetch(`${door.url}/usage/v1/sample`, {
  method: values.remove ? 'DELETE' : 'POST',
  headers: {
    'x-rollcall-sample-key': door.key,
    ...(values.remove ? {} : { 'content-type': 'application/json' }),
  },
  ...(values.remove ? {} : { body: JSON.stringify(body) }),
}).catch(error =>
  fail(`The server at ${door.url} does not answer: ${error.cause?.message ?? error.message}`),
);
const { data, msg } = await answer.json().catch(() => ({}));
if (!answer.ok || !data) fail(msg ?? `The server answered ${answer.status}.`);

const seconds = ((performance.now() - begun) / 1000).toFixed(1);
const number = value => value.toLocaleString('en-US');
console.log(
  values.remove
    ? `Removed ${number(data.events)} events of sample data in ${seconds} s.`
    : `Made ${number(data.events)} events and ${number(data.reports)} reports of sample data in ${seconds} s; they stand in the console (${door.url}/console) for the product "sample-school". Take them out again with: npm run sample -- --remove`,
);
