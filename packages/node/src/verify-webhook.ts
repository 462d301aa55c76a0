/** Checks that a message comes from Rollcall, was not changed, and is new (Standard Webhooks). */
import { webhookMessage, type WebhookMessage } from '@rollcall/contract/api';
import { Webhook } from 'standardwebhooks';

/**
 * The message is forged, changed, older than five minutes, or of no known form. Answer 400.
 *
 * @example const status = error instanceof WebhookError ? 400 : 500;
 * @see `docs/webhooks.md`
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The headers of a request, as `fetch` or Node has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message: its `type` tells what `data` has. */
export type VerifiedWebhook = WebhookMessage & {
  /** The same each time that it is sent: leave out what was seen. */
  readonly id: string;
};

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const headersOf = (headers: WebhookHeaders): Record<string, string> =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = headers instanceof Headers ? headers.get(name) : headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/**
 * Reads a message of a webhook. Its time may differ from this machine's by five minutes, so an old one that somebody sends again is refused.
 *
 * @param headers of the request
 * @param body as it arrived: parsed and written again it may differ
 * @param secrets `whsec_…`; while one is replaced, both
 * @returns the message
 * @throws WebhookError for one that is no good
 * @example verifyWebhook(new Headers(), text, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
 * @see `docs/webhooks.md`
 */
export const verifyWebhook = (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
): VerifiedWebhook => {
  const given = headersOf(headers);
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  const accepted = typeof secrets === 'string' ? [secrets] : secrets;
  let failure: unknown;
  for (const secret of accepted) {
    try {
      return { id: given['webhook-id'] ?? '', ...read(new Webhook(secret).verify(text, given)) };
    } catch (error) {
      failure ??= error;
    }
  }
  const why = failure instanceof Error ? failure.message : 'There is no secret.';
  throw new WebhookError(why, { cause: failure });
};

const read = (parsed: unknown): WebhookMessage => {
  const checked = webhookMessage['~standard'].validate(parsed);
  if (checked instanceof Promise || checked.issues) throw new WebhookError('This message has no known form.');
  return checked.value;
};
