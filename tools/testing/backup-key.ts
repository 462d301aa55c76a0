/** A key pair for encrypted backups, and what a folder has, for the test of the guide's backup. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An empty folder of gpg below `place`, with the function that ends its agent. */
export const gpgFolder = (place: string) => {
  const GNUPGHOME = mkdtempSync(join(place, 'gpg-'));
  const env = { ...process.env, GNUPGHOME };
  return { GNUPGHOME, close: () => void spawnSync('gpgconf', ['--kill', 'all'], { env }) };
};

/** Makes a key pair without a passphrase there. @returns its name */
export const makeKey = (GNUPGHOME: string): string => {
  const name = 'backup@school.example';
  const { status, stderr } = spawnSync(
    'gpg',
    ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', name, 'default', 'default', 'never'],
    { env: { ...process.env, GNUPGHOME }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`gpg made no key: ${stderr}`);
  return name;
};

/** Every file below a folder with its mode and the digest of its bytes. */
export const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map(name => {
        const path = join(folder, name);
        const stat = lstatSync(path);
        const bytes = stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
        return [name, `${stat.mode.toString(8)} ${bytes}`];
      }),
  );
