/** Masks personal data by the operator's role: viewers see phone numbers, e-mail and IP addresses masked. */
import type { ConsoleCallName, Role } from '@rollcall/contract/console';
import type { SignedInOperator } from '../../http/console-handler.ts';
import { maskEmail, maskPhone, maskText, maskTexts } from '../../platform/mask.ts';

/** `192.0.2.*`, `2001:db8:*`. */
const maskIp = (ip: string): string =>
  ip.includes(':') ? `${ip.split(':').slice(0, 2).join(':')}:*` : ip.replace(/\.\d+$/, '.*');

/** The first three digits of a prefix of numbers: a whole one would complete the middle of masked numbers. */
const maskPrefix = (prefix: string): string => `${prefix.slice(0, 3)}****`;

/** Calls that answer texts of documents, which are public and may name the school's own number and address. */
const documentCalls: ReadonlySet<ConsoleCallName> = new Set([
  'listDocuments',
  'listDocumentVersions',
  'getDocumentVersion',
  'getDraft',
  'previewDocument',
] as const);

/** Calls about the viewer's own second factors, whose secrets, codes and tickets must arrive whole. They carry no data of people. */
const ownCalls: ReadonlySet<ConsoleCallName> = new Set([
  'getOwnSecondFactors',
  'challengeOperator',
  'startOperatorTotp',
  'addOperatorTotp',
  'startOperatorPasskey',
  'addOperatorPasskey',
  'renewOperatorRecoveryCodes',
] as const);

/**
 * Masks numbers, e-mail addresses and tokens in all texts of a viewer's query or answer: also in unexpected places,
 * such as a nickname, an error's message or an event's key. In the query too, because an answer to a guess would confirm it.
 * Cursors and the operator's own name stay.
 */
export const maskForViewer = <T>(call: string, operator: { readonly name: string }, value: T): T =>
  documentCalls.has(call as ConsoleCallName) || ownCalls.has(call as ConsoleCallName)
    ? value
    : maskTexts(value, (name, text) => name === 'cursor' || name === 'next' || text === operator.name);

/** A typed number or e-mail address, masked also where it is a part of one; names stay. */
export const maskSearch = (typed: string): string => {
  const text = typed.normalize('NFKC').trim();
  if (text.includes('@')) return maskEmail(text);
  const digits = text.replace(/^\+86/, '').replaceAll(/[ -]/g, '');
  if (!/^\d{5,}$/.test(digits)) return text;
  return digits.length === 11 ? maskPhone(digits) : `${digits.slice(0, 3)}****`;
};

export interface Masking {
  phone(value: string | undefined): string | null;
  email(value: string | undefined): string | null;
  ip(value: string): string;
  /** The first digits of numbers. */
  prefix(value: string): string;
}

export const maskingFor = (role: Role): Masking =>
  role === 'viewer'
    ? {
        phone: value => (value === undefined ? null : maskPhone(value)),
        email: value => (value === undefined ? null : maskEmail(value)),
        ip: maskIp,
        prefix: maskPrefix,
      }
    : {
        phone: value => value ?? null,
        email: value => value ?? null,
        ip: value => value,
        prefix: value => value,
      };

export interface ListedMasking extends Masking {
  readonly child: boolean;
  /** Whether the person is under 14, and the caller may not see that. */
  readonly masked: boolean;
  fullname(value: string | null): string | null;
  nickname(value: string): string;
}

/**
 * How a list shows a person: somebody under 14 as viewers see people, and without the full name, whatever the role. In clear they stand
 * on the person's page alone, after a reason; and for a service token with the scope, whose purpose is the reason.
 * @param until when the person is of age; null: is already
 * @param at milliseconds since 1970
 */
export const maskingInList = (
  { role, service }: Pick<SignedInOperator, 'role' | 'service'>,
  until: Date | null,
  at: number,
): ListedMasking => {
  const child = until !== null && until.getTime() > at;
  const masked = child && !service?.minors;
  return {
    ...maskingFor(masked ? 'viewer' : role),
    child,
    masked,
    fullname: value => (masked ? null : value),
    nickname: value => (masked ? maskText(value) : value),
  };
};
