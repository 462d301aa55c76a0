/** Packages that some installations use and others do not install: optional peers of `@rollcall/server`. */
import { ConfigError } from './config-reader.ts';

/**
 * Loads a part of the server that needs such packages.
 *
 * @param setting the environment variable that asks for it, such as `ROLLCALL_CLICKHOUSE_URL`
 * @param packages their names
 * @throws ConfigError that names the setting and the command, where a package is not installed
 * @example await withPackages('ROLLCALL_NATS_URL', ['@nats-io/jetstream'], () => import('./jetstream-log.ts'))
 */
export const withPackages = async <T>(
  setting: string,
  packages: readonly string[],
  load: () => Promise<T>,
): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError([
      `${setting} needs packages that are not installed: npm install ${packages.join(' ')} (${(error as Error).message})`,
    ]);
  }
};
