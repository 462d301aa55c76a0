import type { RefusalName } from '@rollcall/contract';

export interface RefusalDetail {
  /** Replaces the catalogue's message. */
  readonly message?: string;
  /** Sent as `data`; `retry_after` is in seconds and is also sent as Retry-After. */
  readonly data?: { readonly field?: string; readonly retry_after?: number; readonly [key: string]: unknown };
}

/** A refusal of the contract's catalogue, which `http/answers.ts` turns into an answer. Any other thrown error is a fault (500). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly refusal: RefusalName,
    readonly detail: RefusalDetail = {},
  ) {
    super(refusal);
  }
}

/** `throw refuse('PhoneRegistered')`. */
export const refuse = (refusal: RefusalName, detail?: RefusalDetail): Refusal => new Refusal(refusal, detail);
