/** Fills a running server's console with an invented school (usage, monitoring, people, messages), or removes it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const NAMES = ['days', 'pupils', 'seed'];

/**
 * @param {readonly string[]} args `--remove`, or any of `--days N`, `--pupils N`, `--seed N`
 * @param {{data: string, program: string, start: string}} options the server's data
 *   folder; the commands that run this and that start the server, for the messages
 * @returns {Promise<number>} the exit code: 0 done, 1 not, and why is written
 */
export const sampleCommand = async (args, { data: folder, program, start }) => {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        remove: { type: 'boolean', default: false },
        days: { type: 'string' },
        pupils: { type: 'string' },
        seed: { type: 'string' },
      },
    }));
  } catch (error) {
    console.error(`${error.message}\nUsage: ${program} [--remove | --days N --pupils N --seed N]`);
    return 1;
  }
  const given = NAMES.filter(name => values[name] !== undefined);
  const wrong = given.find(name => !/^\d{1,9}$/.test(values[name]));
  if (wrong) {
    console.error(`--${wrong} takes a whole number, not "${values[wrong]}".`);
    return 1;
  }

  const file = join(folder, 'usage', 'sample-key.json');
  const server = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  if (!server) {
    console.error(`No server runs on this data (${file} is not there). Start it with: ${start}`);
    return 1;
  }

  const begun = performance.now();
  const body = JSON.stringify(Object.fromEntries(given.map(name => [name, Number(values[name])])));
  let answer;
  try {
    answer = await fetch(`${server.url}/usage/v1/sample`, {
      method: values.remove ? 'DELETE' : 'POST',
      headers: {
        'x-rollcall-sample-key': server.key,
        ...(values.remove ? {} : { 'content-type': 'application/json' }),
      },
      ...(values.remove ? {} : { body }),
    });
  } catch (error) {
    console.error(`The server at ${server.url} does not answer: ${error.cause?.message ?? error.message}`);
    return 1;
  }
  const { data, msg } = await answer.json().catch(() => ({}));
  if (!answer.ok || !data) {
    console.error(msg ?? `The server answered ${answer.status}.`);
    return 1;
  }

  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const number = value => value.toLocaleString('en-US');
  const list = Object.entries(data)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${number(count)} ${name}`);
  const what = list.length === 0 ? 'nothing' : list.join(', ');
  console.log(
    values.remove
      ? `Removed ${what} of sample data in ${seconds} s.`
      : `Made sample data in ${seconds} s: ${what}; see the console (${server.url}/console), product "sample-school". Take it out again with: ${program} --remove`,
  );
  return 0;
};
