/** Asks a service of the school about each new name. */
import type { FastifyBaseLogger } from 'fastify';
import { beginningOf } from '../../../../platform/beginning-of.ts';
import { parseObject } from '../../../../platform/parse-object.ts';
import { refuse } from '../../../../platform/refusal.ts';
import { type SignedReceiver, signature } from '../../../../platform/signed-post.ts';
import { callVendor, networkReason, VendorError } from '../../../../platform/vendor-http.ts';

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

/** Concurrent questions; a service that hangs must not hold all requests of the process. */
const AT_ONCE = 20;
/** Characters of an answer. */
const LONGEST_ANSWER = 4096;

/**
 * A service that gives no answer is logged, without the name.
 * @returns whether the name is allowed
 * @throws the refusal TooBusy where nothing was decided: a question of the account is open, AT_ONCE are, or the service gives no
 * answer and names are not allowed without
 */
export type ReviewName = (asked: ReviewedName, log: Pick<FastifyBaseLogger, 'warn'>) => Promise<boolean>;

export const createNameReview = (
  { url, secret, timeoutMs, allowsUnanswered }: NameReviewSettings,
  { now, fetch: request = fetch }: { readonly now: () => number; readonly fetch?: typeof fetch },
): ReviewName => {
  /** The accounts that a question is open of. One each: nobody takes the places of all others, or hurries a name past the service. */
  const open = new Set<string>();
  const busy = () => refuse('TooBusy', { data: { retry_after: Math.ceil(timeoutMs / 1000) } });

  /** @throws VendorError where the service gives no answer that is understood */
  const ask = ({ kind, name, accountId, language }: ReviewedName): Promise<boolean> =>
    callVendor(timeoutMs, async signal => {
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
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new VendorError('unavailable', `HTTP ${answer.status}`);
      }
      const text = await beginningOf(answer, LONGEST_ANSWER + 1);
      const allowed = text.length > LONGEST_ANSWER ? undefined : parseObject(text)?.['allowed'];
      if (typeof allowed !== 'boolean') throw new VendorError('unavailable', 'unreadable answer');
      return allowed;
    });

  return async (asked, log) => {
    const { kind, accountId } = asked;
    const warn = (reason: string, allowed: boolean) =>
      log.warn({ kind, account: accountId, reason, allowed }, 'a name was not reviewed');
    if (open.has(accountId)) throw busy();
    if (open.size >= AT_ONCE) {
      warn(`${AT_ONCE} questions are open`, false);
      throw busy();
    }
    open.add(accountId);
    try {
      return await ask(asked);
    } catch (error) {
      warn(error instanceof VendorError ? error.reason : networkReason(error), allowsUnanswered);
      if (allowsUnanswered) return true;
      throw busy();
    } finally {
      open.delete(accountId);
    }
  };
};
