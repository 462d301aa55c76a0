import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  type CheckedBodyOf,
  identifierKinds,
  purposes,
} from '../call.ts';
import * as fields from '../fields.ts';
import { refusals } from '../refusals.ts';
import { calls } from './index.ts';

const rows = Object.entries<Call>(calls);

test('no two calls share a method and path', () => {
  const places = rows.map(([, call]) => `${call.method} ${call.path}`);
  expect(new Set(places).size).toBe(places.length);
});

/** The fields of a call's body and query. */
const fieldsOf = ({ body, query }: Call): ReadonlySet<string> =>
  new Set(
    [body, query].flatMap(schema =>
      schema && 'entries' in schema ? Object.keys(schema.entries as object) : [],
    ),
  );

describe.each(rows)('%s', (_name, call) => {
  test('lists refusals of the catalogue, each once', () => {
    expect(call.refusals.every(name => name in refusals)).toBe(true);
    expect(new Set(call.refusals).size).toBe(call.refusals.length);
  });
  test('can refuse the token if it requires one [6.anonymous]', () => {
    expect(call.refusals.includes('TokenInvalid')).toBe(['required', 'optional'].includes(call.token));
    expect(call.refusals.includes('ServiceSecretInvalid')).toBe(call.token === 'service');
  });
  test('can refuse to send if it sends a code', () => {
    const may = call.refusals.includes('CaptchaTooFrequent') && call.refusals.includes('CaptchaLimitReached');
    // The proof's code goes to the caller's own number, which the browser does not know in full: it needs no ticket.
    expect(may).toBe(call.sends !== undefined || call === calls.sendProofCaptcha);
  });
  test('names the field that identifies the person, if it has one', () => {
    const fields = fieldsOf(call);
    const identifying = Object.keys(identifierKinds).filter(field => fields.has(field));
    expect(identifying).toEqual(call.identifier === undefined ? [] : [call.identifier]);
  });
  test('takes the pid of a sent code from a field that it has', () => {
    if (!call.sends) return;
    const fields = fieldsOf(call);
    expect(call.sends.pid === 'body').toBe(fields.has('pid'));
    expect(call.sends.pid === 'ticket').toBe(call.sends.purpose === 'oauth');
    if (call.sends.pid === 'ticket') expect(fields).toContain('oauth_ticket');
  });
  test('has no body if it is a GET', () => {
    expect(call.method === 'GET' ? call.body : undefined).toBeUndefined();
  });
  test('ignores an unknown field [5.body]', () => {
    const issues = call.body && 'entries' in call.body ? v.safeParse(call.body, { nonsense: 1 }).issues : [];
    expect(issues?.map(issue => v.getDotPath(issue)) ?? []).not.toContain('nonsense');
  });
});

/** The messages of the specification that do not begin with `Invalid {field} "`. */
const ownMessages: Readonly<Record<string, string>> = {
  agreement_ids: fields.AGREEMENT_IDS_MESSAGE,
  confirm_password: fields.MISMATCH_MESSAGE,
  rePassword: fields.MISMATCH_MESSAGE,
  sex: fields.SEX_MESSAGE,
  description: fields.DESCRIPTION_MESSAGE,
};
const ofAccounts = rows.filter(([, { path }]) => path.includes('/web/accounts/'));
test.each(
  ofAccounts.flatMap(([name, { body, query }]) =>
    Object.entries(((body ?? query) as { entries?: Record<string, v.GenericSchema> })?.entries ?? {}).map(
      ([field, schema]) => [name, field, schema] as const,
    ),
  ),
)('%s: the message of a wrong %s names it as section 5 does', (_name, field, schema) => {
  const issue = v.safeParse(schema, Symbol.for('wrong')).issues?.[0];
  const named = field === 'email' ? 'email_address' : field.replace(/^old_(?=phone)/, '');
  expect(issue && fields.fieldMessage(field, issue)).toBe(
    ownMessages[field] ?? fields.invalidMessage(named, Symbol.for('wrong')),
  );
});

test('codes of every purpose are sent by one call for each channel, some by voice too', () => {
  const sent = rows.flatMap(([, { sends }]) =>
    typeof sends?.purpose === 'string' ? [`${sends.purpose} by ${sends.channel}`] : [],
  );
  const byEmail: readonly string[] = ['bind', 'email', 'login', 'reset'];
  const expected = [
    ...purposes
      .filter(purpose => purpose !== 'email' && purpose !== 'proof')
      .map(purpose => `${purpose} by sms`),
    ...byEmail.map(purpose => `${purpose} by email`),
  ];
  expect(sent.toSorted()).toEqual(expected.toSorted());
});

test('a voice call accepts exactly the types that it has a purpose for', () => {
  const { body, sends } = calls.sendVoiceCaptcha;
  for (const type of Object.keys(sends.purpose.values)) {
    const request = { phone_number: '13800000000', type: type.toLowerCase() };
    expect(v.parse(body, request).type).toBe(type);
  }
  const taken = v.safeParse(body.entries.type, 'other').issues?.[0].expected;
  expect(taken?.match(/\w+/g)).toEqual(Object.keys(sends.purpose.values));
});

test('agreement_ids is [-1] if the caller names none [7.loginByPhone 9.agreement_ids]', () => {
  const body = { phone_number: '13800000000', captcha: '123456', pid: 'p' };
  expect(v.parse(calls.loginByPhone.body, body).agreement_ids).toEqual([-1]);
});

test('types distinguish what a caller may omit, what a handler gets and what is answered', () => {
  expectTypeOf<BodyOf<typeof calls.loginByPhone>>().toEqualTypeOf<{
    phone_number: string;
    captcha: string;
    pid: string;
    agreement_ids?: number[] | undefined;
  }>();
  expectTypeOf<CheckedBodyOf<typeof calls.loginByPhone>['agreement_ids']>().toEqualTypeOf<number[]>();
  expectTypeOf<
    AnswerOf<typeof calls.registerByPhone>['auth']['token']['access']['expires_in']
  >().toEqualTypeOf<number>();
});
