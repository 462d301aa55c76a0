/** For tests: software with a service token, which calls over HTTP. */
import type { AnswerOf, BodyOf, QueryOf } from '@rollcall/contract';
import { type ApiCall, type ApiCallName, type ApiCalls, apiCalls } from '@rollcall/contract/api';
import type { Scope } from '@rollcall/contract/console';
import type { TestAnswer } from '../../../app/testing.ts';
import type { TestConsole } from './console.ts';

export const PURPOSE = 'Courses of the school';

export interface ApiArguments<N extends ApiCallName> {
  readonly body?: BodyOf<ApiCalls[N]>;
  readonly query?: QueryOf<ApiCalls[N]>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApi {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  ask<N extends ApiCallName>(name: N, args?: ApiArguments<N>): Promise<TestAnswer>;
  /** @returns the data of the answer, which has to be 200 */
  call<N extends ApiCallName>(name: N, args?: ApiArguments<N>): Promise<AnswerOf<ApiCalls[N]>>;
}

let made = 0;

export const testApi = async (
  pages: TestConsole,
  scopes: readonly Scope[],
  more: { readonly addresses?: string[]; readonly per_minute?: number } = {},
): Promise<TestApi> => {
  const name = `software ${(made += 1)}`;
  const { id, token } = await pages.call('createServiceToken', {
    cookie: await pages.operator('admin'),
    body: { name, purpose: PURPOSE, scopes: [...scopes], days: 30, ...more },
  });
  const ask: TestApi['ask'] = (call, { body, query, headers } = {}) => {
    const row: ApiCall = apiCalls[call];
    const given = Object.entries(query ?? {}).map(([key, value]) => [key, String(value)] as [string, string]);
    const text = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
    return pages.server.ask(row.method, row.path + text, row.body && (body ?? {}), {
      authorization: `Bearer ${token}`,
      ...headers,
    });
  };
  return {
    id,
    name,
    token,
    ask,
    call: async (call, args) => {
      const { status, json, text } = await ask(call, args);
      if (status !== 200) throw new Error(`${call}: ${status} ${text}`);
      return json?.data as AnswerOf<ApiCalls[typeof call]>;
    },
  };
};
