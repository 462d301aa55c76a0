/** The link in a message to a guardian, and the six digits that the pupil tells the guardian. */
import { macOf } from '../../../platform/digest.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import { digitsOf } from '../codes/link-secrets.ts';

/** Wrong digits that a link takes. */
export const MOST_WRONG = 5;

/** Characters of a link's token: 96 bits, short enough for a variable of a text message's template. */
const TOKEN = 16;

/** A link of a guardianship: `link` counts them; `created_at` tells it from an earlier guardianship of the same account. */
export interface LinkName {
  readonly account_id: string;
  readonly created_at: Date;
  readonly link: number;
}

export interface GuardianLinks {
  /** The same each time, so that a message that is sent again has the same link. Only its digest is stored. */
  token(name: LinkName): string;
  /** The six digits, which are not stored. */
  code(name: LinkName): string;
  /** Whether the digits are right, also if they were shown before the server's secret changed. */
  isCode(name: LinkName, code: string): boolean;
  /** By what a number is known that is not an account's. */
  number(phone: string): Buffer;
  /** The same with the keys of both secrets, the current one first. */
  numbers(phone: string): Buffer[];
}

export const createGuardianLinks = (secret: Secret): GuardianLinks => {
  const keys = deriveKeys(secret, 'guardians');
  const [current] = keys;
  const text = ({ account_id, created_at, link }: LinkName): string =>
    `${account_id}|${created_at.getTime()}|${link}`;
  const codeWith = (key: Buffer, name: LinkName): string => digitsOf(key, `code|${text(name)}`, 6);
  return {
    token: name =>
      macOf(current, `link|${text(name)}`)
        .toString('base64url')
        .slice(0, TOKEN),
    code: name => codeWith(current, name),
    isCode: (name, code) => keys.some(key => codeWith(key, name) === code),
    number: phone => macOf(current, `number|${phone}`),
    numbers: phone => keys.map(key => macOf(key, `number|${phone}`)),
  };
};
