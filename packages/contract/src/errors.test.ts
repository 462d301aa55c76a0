import { expect, test } from 'vitest';
import { clientCode, clientErrors, fieldRefusal, serverCodes } from './errors.ts';
import { refusals } from './refusals.ts';

const specified = [
  ...Array.from({ length: 28 }, (_, n) => `AC3_${n}`),
  'AC3_44',
  'AC3_48',
  'AC3_61',
  'C_1',
  'C_2',
  'GCAP_1',
  '10000000',
  '10000001',
  '10000002',
  '10017001',
  '10017002',
  '10017003',
  '10017004',
];

test('the client codes are 0 to 55, each with its own name [8.codes]', () => {
  expect(clientErrors).toHaveLength(56);
  expect(new Set(clientErrors).size).toBe(56);
  expect(clientCode('InvalidPhoneNumber')).toBe(0);
  expect(clientCode('NoToken')).toBe(12);
  expect(clientCode('TokenInvalid')).toBe(38);
  expect(clientCode('Unknown')).toBe(55);
});

test("each of the specification's 41 server codes is in the table and means one client code [8.server-codes]", () => {
  expect(specified).toHaveLength(41);
  for (const code of specified) {
    const client = serverCodes[code as keyof typeof serverCodes];
    expect(clientErrors[client], code).toBeDefined();
  }
});

test('every additional code in the table begins with its client code', () => {
  const additional = Object.entries(serverCodes).filter(([code]) => !specified.includes(code));
  expect(additional).not.toEqual([]);
  for (const [code, client] of additional) expect(code).toMatch(new RegExp(`^RC_${client}(?:\\d|0\\d)?$`));
});

/** Refusals that share a client code with another one; `server_code` distinguishes them. */
const finer: Readonly<Record<string, string>> = {
  TooManyAttempts: 'TooBusy',
  ProofRequired: 'IllegalOperation',
  SecondFactorRequired: 'IllegalOperation',
  AgreementsOutdated: 'EmptyAgreementIds',
  AgeAlreadySet: 'IllegalOperation',
  AgeRequired: 'IllegalOperation',
  EnrolmentRequired: 'IllegalOperation',
  GuardianRequired: 'IllegalOperation',
  PasswordTooCommon: 'InvalidPassword',
};

test('a refusal of the server reaches the caller under the same name [8.server-codes]', () => {
  for (const [name, { code }] of Object.entries(refusals)) {
    const client = serverCodes[code as keyof typeof serverCodes];
    if (client === undefined) expect(code).toMatch(/^RC_4\d\d$/);
    else expect(clientErrors[client]).toBe(finer[name] ?? name);
  }
});

test('each of the 41 codes belongs to a refusal, so that the server can send it [8.conditions]', () => {
  const sendable = new Set<string>(Object.values(refusals).map(({ code }) => code));
  expect(specified.filter(code => !sendable.has(code))).toEqual([]);
});

test('messages have the wording of the specification [8.messages]', () => {
  expect(refusals.InvalidTicket.message).toBe('Invalid Ticket.');
  expect(refusals.TokenInvalid.message).toBe('Access token is invalid.');
});

test('fields without their own refusal, and names of object properties, have the generic refusal [8.fields]', () => {
  expect(fieldRefusal('phone_number')).toBe('InvalidPhoneNumber');
  expect(fieldRefusal('grade')).toBeUndefined();
  expect(fieldRefusal('constructor')).toBeUndefined();
  expect(fieldRefusal('__proto__')).toBeUndefined();
});
