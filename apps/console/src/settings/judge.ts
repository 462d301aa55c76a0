/** What the dialog says of a value before it is sent: why it can't be set, and what it would bring. */
import { type Setting, settingLength } from '@rollcall/contract/console';
import { contrastWithWhite, LEAST_CONTRAST } from './contrast.ts';

/** The budgets that keep people out when they are spent, and whether 0 is no limit. */
const BUDGETS: ReadonlySet<string> = new Set([
  'ROLLCALL_CODE_PREFIX_LIMIT',
  'ROLLCALL_CODE_NETWORK_LIMIT',
  'ROLLCALL_MESSAGES_PER_HOUR',
  'ROLLCALL_MESSAGES_PER_DAY',
]);
/** Less than what 20 people need to sign up, who ask twice. */
const FEW = 50;

/** Codes to one recipient a day, of which one is soon mistyped or late. */
const FEW_CODES = 3;
/** Seconds that somebody waits for a second code. */
const LONG_WAIT = 300;

export type Mistake =
  | { readonly what: 'length'; readonly most: number }
  | { readonly what: 'integer'; readonly least: number; readonly most: number }
  | { readonly what: 'colour' }
  | { readonly what: 'contrast'; readonly ratio: string }
  | { readonly what: 'ways' };

type Judged = Pick<Setting, 'name' | 'kind' | 'least' | 'most'>;

/** The mistake of a value; undefined: the server decides. Empty takes back what was set. */
export const mistakeOf = (
  { name, kind, least = 0, most = 0 }: Judged,
  value: string,
): Mistake | undefined => {
  if (value === '') return undefined;
  // Nothing is cut: the rest of a list would be another network.
  if (value.length > settingLength) return { what: 'length', most: settingLength };
  if (kind === 'integer') {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? undefined : { what: 'integer', least, most };
  }
  if (kind === 'colour') {
    const ratio = contrastWithWhite(value);
    if (ratio === undefined) return { what: 'colour' };
    return ratio >= LEAST_CONTRAST ? undefined : { what: 'contrast', ratio: ratio.toFixed(1) };
  }
  if (name === 'ROLLCALL_SIGN_IN_WAYS' && /^[\s,]*$/.test(value)) return { what: 'ways' };
  return undefined;
};

/** What a value that may be set would bring. */
export type Caution =
  | 'unlimited'
  | 'few'
  | 'no-code'
  | 'no-password'
  | 'few-codes'
  | 'long-wait'
  | 'no-sms'
  | 'everybody';

/** Parts of a list that hold a large part of the internet: every school, and every attacker. */
const isWide = (network: string): boolean => {
  const [address = '', bits] = network.trim().split('/');
  return bits !== undefined && Number(bits) < (address.includes(':') ? 32 : 8);
};

export const cautionOf = ({ name }: Judged, value: string): Caution | undefined => {
  if (value === '') return undefined;
  if (BUDGETS.has(name)) {
    if (Number(value) === 0) return 'unlimited';
    if (Number(value) < FEW) return 'few';
  }
  if (name === 'ROLLCALL_CODE_DAILY_LIMIT' && Number(value) < FEW_CODES) return 'few-codes';
  if (name === 'ROLLCALL_CODE_RETRY_SECONDS' && Number(value) > LONG_WAIT) return 'long-wait';
  if (name === 'ROLLCALL_PAGE_CHANNELS' && !/\bsms\b/.test(value)) return 'no-sms';
  if (name === 'ROLLCALL_SHARED_NETWORKS' && value.split(',').some(isWide)) return 'everybody';
  if (name === 'ROLLCALL_SIGN_IN_WAYS') {
    if (!/\bcode\b/.test(value)) return 'no-code';
    if (!/\bpassword\b/.test(value)) return 'no-password';
  }
  return undefined;
};
