/** The API as methods, typed by the contract: one for each call, and lists as async iterators. */
import type { AnswerOf, BodyOf, QueryOf } from '@rollcall/contract';
import { type ApiCall, type ApiCallName, type ApiCalls, apiCalls } from '@rollcall/contract/api';
import { createSend, type RequestOptions } from './request.ts';

export type ApiOptions = RequestOptions;

/** Query or body, whichever the call has; of a write also its Idempotency-Key, where you choose it. */
type InputOf<C extends ApiCall> = (C extends { readonly body: object } ? BodyOf<C> : QueryOf<C>) &
  (C extends { readonly act: string } ? { readonly idempotencyKey?: string } : unknown);

type Method<C extends ApiCall> = C extends { readonly query: object } | { readonly body: object }
  ? object extends InputOf<C>
    ? (input?: InputOf<C>) => Promise<AnswerOf<C>>
    : (input: InputOf<C>) => Promise<AnswerOf<C>>
  : () => Promise<AnswerOf<C>>;

/** A method for each call of the API, under its name. */
export type ApiMethods = { readonly [N in ApiCallName]: Method<ApiCalls[N]> };

/** The calls that answer a page of a list. */
type PagedName = {
  [N in ApiCallName]: AnswerOf<ApiCalls[N]> extends {
    readonly items: readonly unknown[];
    readonly next: string | null;
  }
    ? N
    : never;
}[ApiCallName];
type ItemOf<N extends PagedName> =
  AnswerOf<ApiCalls[N]> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export interface ApiClient extends ApiMethods {
  /**
   * Reads a list to its end, page by page, while you iterate.
   * @param name of a call that answers pages
   * @param query as the call takes it, without its cursor
   */
  all<N extends PagedName>(name: N, query?: Omit<QueryOf<ApiCalls[N]>, 'cursor'>): AsyncGenerator<ItemOf<N>>;
}

/**
 * Makes a client of the API with a service token. A request that gets no answer, or is refused because the server is busy or the limit of
 * the minute is reached, is sent again, after the time that the server says; a write under one Idempotency-Key, so that it is done once.
 * Methods throw ApiError.
 *
 * @example const api = createApi({ url: 'http://127.0.0.1:8080', token: 'rcst_' });
 * @see `docs/api.md`
 */
export const createApi = (options: ApiOptions): ApiClient => {
  const send = createSend(options);
  const methods = Object.entries<ApiCall>(apiCalls).map(([name, call]) => [
    name,
    ({ idempotencyKey, ...input }: { idempotencyKey?: string } = {}) =>
      send(call, {
        ...(call.body ? { body: input } : { query: input }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
  ]);
  async function* all(name: PagedName, query: object = {}) {
    let cursor: string | undefined;
    do {
      const page = (await send(apiCalls[name], {
        query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
      })) as { readonly items: readonly unknown[]; readonly next: string | null };
      yield* page.items;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
  return { ...(Object.fromEntries(methods) as unknown as ApiMethods), all: all as ApiClient['all'] };
};
