/** Finds the embedded database of a server that runs, for tools beside it. */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { homeIn, readPassword } from './initialise.ts';
import { type Connection, connectionTo } from './postmaster.ts';
import { type Endpoint, endpointOf, isListening } from './socket.ts';

/** Line of the TCP port in `postmaster.pid`, from 0. */
const PORT_LINE = 3;

/** On Windows the port of the cluster is another one at each start; the file remains after a kill. */
const endpointOnWindows = async (data: string): Promise<Endpoint | undefined> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(text.split('\n')[PORT_LINE]);
  return port > 0 ? { host: '127.0.0.1', port } : undefined;
};

/**
 * @param folder path of the server's data folder
 * @returns how to connect; undefined if there is no database or it does not run
 */
export const findRunningDatabase = async (folder: string): Promise<Connection | undefined> => {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) return undefined;
  const home = homeIn(real);
  const windows = process.platform === 'win32';
  const endpoint = windows ? await endpointOnWindows(home.data) : await endpointOf(home.folder);
  if (!endpoint || (!windows && !(await isListening(endpoint)))) return undefined;
  return connectionTo(endpoint, await readPassword(home));
};
