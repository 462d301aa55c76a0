/** The command that brings people in, apart from how it is started. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npm run import -- FILE --pid PID [--url URL] [--run] [--tell HOURLY]
       npm run import -- --resume ID | --cancel ID | --undo ID [--url URL]

Shows what FILE (CSV or xlsx) would do: what is made, changed and left, and each fault. With --run it then brings the people in,
with --tell HOURLY and sends a message to each, so many an hour. ROLLCALL_TOKEN is a service token with people:write
(for --undo people:delete); --url or ROLLCALL_URL is the server, http://127.0.0.1:8080 unless given.
`;

/** Milliseconds between two looks at the progress. */
const LOOK_MS = 1000;

const options = {
  pid: { type: 'string' },
  url: { type: 'string' },
  run: { type: 'boolean', default: false },
  tell: { type: 'string' },
  resume: { type: 'string' },
  cancel: { type: 'string' },
  undo: { type: 'string' },
};

const read = args => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const acts = ['resume', 'cancel', 'undo'].filter(name => values[name] !== undefined);
    const [file, ...more] = positionals;
    const tell = values.tell === undefined ? null : Number(values.tell);
    if (more.length > 0 || acts.length > 1 || (acts.length === 1) === (file !== undefined)) return undefined;
    if (file !== undefined && values.pid === undefined) return undefined;
    if (tell !== null && !(Number.isInteger(tell) && tell > 0)) return undefined;
    return { ...values, tell, file, act: acts[0] };
  } catch {
    return undefined;
  }
};

/** Calls `/api/v1`. @returns the answer's data @throws Error with the server's words */
const caller = (url, token) => async (method, path, body, stream) => {
  const answer = await fetch(new URL(`/api/v1/${path}`, url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // The command speaks English.
      'accept-language': 'en',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(stream ? { 'content-type': 'application/octet-stream' } : {}),
    },
    body: stream ?? (body && JSON.stringify(body)),
    ...(stream ? { duplex: 'half' } : {}),
  });
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(json.msg ?? `The server answered ${answer.status}.`);
  return json.data;
};

const counted = ({ counts: { make, change, leave, fault } }, [makes, changes]) =>
  `${makes}: ${make}  ${changes}: ${change}  left: ${leave}  left out for a fault: ${fault}\n`;

const showLook = async (call, id, write) => {
  const look = await call('GET', `import?id=${id}`);
  write(`Import ${id}: ${look.rows} rows of ${look.name}\n`);
  for (const { heading, field } of look.columns)
    write(`  ${heading || '(no heading)'} → ${field ?? '(left out)'}\n`);
  let cursor = '';
  do {
    const { items, next } = await call('GET', `import/faults?id=${id}&limit=200${cursor}`);
    for (const { row, column, words } of items)
      write(`  row ${row}${column ? `, ${column}` : ''}: ${words}\n`);
    cursor = next === null ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  write(counted(look, ['to be made', 'to be changed']));
};

/** Shows the progress until nothing runs any more. */
const follow = async (call, id, write) => {
  for (let last = -1; ; ) {
    const now = await call('GET', `import?id=${id}`);
    if (now.acted !== last) write(`  ${now.acted} of ${now.counts.make + now.counts.change} rows\n`);
    last = now.acted;
    if (now.state !== 'running' && now.state !== 'undoing') {
      write(`${now.state}. ${counted(now, ['made', 'changed'])}`);
      if (now.state === 'undone') write(`undone: ${now.undone}\n`);
      if (now.undo_until !== null)
        write(`npm run import -- --undo ${id} undoes it until ${new Date(now.undo_until).toISOString()}.\n`);
      return;
    }
    await pause(LOOK_MS);
  }
};

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(text: string) => void} write prints a text
 * @returns {Promise<number>} the exit code: 0 done, 1 the server refused, 2 the command is wrong
 */
export async function importCommand(args, env, write = text => void process.stdout.write(text)) {
  const asked = read(args);
  const token = env.ROLLCALL_TOKEN;
  if (!asked || !token) {
    write(asked ? 'ROLLCALL_TOKEN is not set.\n' : USAGE);
    return 2;
  }
  const { file, act, pid, tell, url = env.ROLLCALL_URL ?? 'http://127.0.0.1:8080' } = asked;
  const call = caller(url, token);
  try {
    if (file === undefined) {
      const id = asked[act];
      const paths = { resume: 'import/run', cancel: 'import/cancel', undo: 'import/undo' };
      await call('POST', paths[act], act === 'resume' ? { id, tell_hourly: tell } : { id });
      await follow(call, id, write);
      return 0;
    }
    await stat(file);
    const query = new URLSearchParams({ name: basename(file), pid });
    const { id } = await call('POST', `imports/file?${query}`, undefined, createReadStream(file));
    await showLook(call, id, write);
    if (!asked.run) {
      write(`Nothing was changed. With --run, or npm run import -- --resume ${id}, they are brought in.\n`);
      return 0;
    }
    await call('POST', 'import/run', { id, tell_hourly: tell });
    await follow(call, id, write);
    return 0;
  } catch (error) {
    write(`${error.message}\n`);
    return 1;
  }
}
