/** Asks a service of the school about each new name. */
import type { FastifyBaseLogger } from 'fastify';
import { parseObject } from '../../../platform/parse-object.ts';
import { type SignedReceiver, signature } from '../../../platform/signed-post.ts';
import { callVendor, networkReason, VendorError } from '../../../platform/vendor-http.ts';

export type NameKind = 'nickname' | 'username';

export interface ReviewedName {
  readonly kind: NameKind;
  readonly name: string;
  readonly accountId: string;
  readonly language: string;
}

export interface NameReviewSettings extends SignedReceiver {
  readonly timeoutMs: number;
  /** Whether a name is allowed where the service gives no answer. */
  readonly allowsUnanswered: boolean;
}

/** Questions that are open at once; a service that hangs must not hold all requests of the process. */
const AT_ONCE = 20;
const LONGEST_ANSWER = 4096;

/** @returns whether the name is allowed. A service that gives no answer is logged, without the name. */
export type ReviewName = (asked: ReviewedName, log: Pick<FastifyBaseLogger, 'warn'>) => Promise<boolean>;

export const createNameReview = (
  { url, secret, timeoutMs, allowsUnanswered }: NameReviewSettings,
  { now, fetch: request = fetch }: { readonly now: () => number; readonly fetch?: typeof fetch },
): ReviewName => {
  let open = 0;

  /** @throws VendorError where the service gives no answer that is understood */
  const ask = async ({ kind, name, accountId, language }: ReviewedName): Promise<boolean> => {
    if (open >= AT_ONCE) throw new VendorError('unavailable', `${AT_ONCE} questions are open`);
    open += 1;
    try {
      return await callVendor(timeoutMs, async signal => {
        const body = JSON.stringify({ kind, name, account_id: accountId, language });
        const answer = await request(url, {
          method: 'POST',
          redirect: 'error',
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'user-agent': 'Rollcall',
            'x-rollcall-signature': signature(secret, now(), body),
          },
          body,
          signal,
        });
        if (!answer.ok) throw new VendorError('unavailable', `HTTP ${answer.status}`);
        if (Number(answer.headers.get('content-length') ?? 0) > LONGEST_ANSWER)
          throw new VendorError('unavailable', 'unreadable answer');
        const text = await answer.text();
        const allowed = text.length > LONGEST_ANSWER ? undefined : parseObject(text)?.['allowed'];
        if (typeof allowed !== 'boolean') throw new VendorError('unavailable', 'unreadable answer');
        return allowed;
      });
    } finally {
      open -= 1;
    }
  };

  return async (asked, log) => {
    try {
      return await ask(asked);
    } catch (error) {
      const reason = error instanceof VendorError ? error.reason : networkReason(error);
      const { kind, accountId } = asked;
      log.warn(
        { kind, account: accountId, reason, allowed: allowsUnanswered },
        'a name was not reviewed: the service gave no answer',
      );
      return allowsUnanswered;
    }
  };
};
