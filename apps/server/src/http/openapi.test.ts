import { calls, refusals } from '@rollcall/contract';
import { describe, expect, it } from 'vitest';
import { openApi } from './openapi.ts';

interface Operation {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { 'application/json': { schema: { properties: object; required?: string[] } } } };
  responses: Record<string, { description?: string; $ref?: string }>;
}
const document = openApi('http://localhost:8080') as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(document.paths).flatMap(methods => Object.values(methods));

/** Every $ref of the document with what it leads to. */
const references = (at: unknown, found: string[] = []): string[] => {
  if (typeof at !== 'object' || at === null) return found;
  for (const [key, value] of Object.entries(at)) {
    if (key === '$ref') found.push(String(value));
    else references(value, found);
  }
  return found;
};
const follow = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('/openapi.json', () => {
  it('has every call of the contract, at its path and method [7.paths]', () => {
    expect(operations.map(operation => operation.operationId).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, call] of Object.entries(calls)) {
      expect(document.paths[call.path]?.[call.method.toLowerCase()]?.operationId).toBe(name);
    }
  });

  it('has every refusal of a call under its status', () => {
    for (const [name, call] of Object.entries(calls)) {
      const operation = operations.find(one => one.operationId === name);
      for (const refusal of call.refusals) {
        expect(operation?.responses[refusals[refusal].status]?.description).toContain(
          `${refusals[refusal].code} ${refusal}`,
        );
      }
      expect(operation?.responses).toHaveProperty('200');
      expect(operation?.responses).toHaveProperty('413');
      expect(operation?.responses).toHaveProperty('500');
    }
  });

  it('says where a token and a ticket are sent', () => {
    const named = (name: string) => operations.find(operation => operation.operationId === name);
    expect(named('getProfile')?.security).toEqual([{ access: [] }]);
    expect(named('sendVoiceCaptcha')?.security).toEqual([{}, { access: [] }]);
    expect(named('loginByAccount')?.security).toEqual([]);
    expect(named('spendCommonTicket')?.security).toEqual([{ service: [] }]);
    expect(named('sendLoginCaptcha')?.parameters?.map(parameter => parameter.name)).toEqual([
      'X-Captcha-Ticket',
      'X-Captcha-Id',
    ]);
    expect(named('getAgreements')?.parameters).toEqual([
      expect.objectContaining({ name: 'pid', in: 'query', required: false }),
      expect.objectContaining({ name: 'language', in: 'query', required: false }),
    ]);
    expect(named('registerByPhone')?.requestBody?.content['application/json'].schema).toMatchObject({
      properties: { phone_number: { type: 'string', pattern: '^1[3-9]\\d{9}$' } },
      required: ['phone_number', 'captcha', 'password', 'agreement_ids', 'pid'],
    });
  });

  it('leads nowhere that is not there', () => {
    const all = references(document);
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(reference => follow(reference) === undefined)).toEqual([]);
  });

  it('is the same text each time, plain JSON, and 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(openApi('http://localhost:8080'))).toBe(JSON.stringify(document));
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
