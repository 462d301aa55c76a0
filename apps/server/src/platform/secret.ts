/** The server's one secret: its rule, and where it is kept outside production. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters at least. */
export const SECRET_LENGTH = 32;

/** Values that stand in examples; whoever copies one has no secret. */
const known =
  /^(?:change[-_ ]?me|example|default|secret|development|password|replace[-_ ]?(?:me|this)|rollcall)/i;

/** What is wrong with a secret, as "expected ..."; undefined where it is good. */
export const secretProblem = (secret: string): string | undefined => {
  if (secret.length < SECRET_LENGTH) return `at least ${SECRET_LENGTH} characters`;
  if (known.test(secret)) return 'a secret of your own, not a default or an example';
  if (new Set(secret).size < 10) return 'a random secret; this one repeats a few characters';
  return undefined;
};

/**
 * The secret kept in `<folder>/secret` (mode 0600); made and written when there is none. Two servers that start at
 * once agree on one: the file appears whole, by a link that only the first can make.
 *
 * @throws Error when the file is there but is no secret: a new one would make every session and code invalid.
 */
export const readOrCreateSecret = (folder: string): string => {
  const path = join(folder, 'secret');
  const kept = read(path);
  if (kept !== undefined) return kept;
  mkdirSync(folder, { recursive: true });
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(part, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    linkSync(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  const made = read(path);
  if (made === undefined) throw new Error(`The secret in ${path} went away while it was made.`);
  return made;
};

const read = (path: string): string | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const trouble = secretProblem(text);
  if (trouble)
    throw new Error(`${path} does not hold a secret (${trouble}); put the old one back, or remove the file.`);
  return text;
};
