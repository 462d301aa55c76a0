import type { RefusalName } from '@rollcall/contract';

export interface RefusalDetail {
  /** Replaces the catalogue's words, for people. */
  readonly message?: string;
  /** Travels as `data`; `retry_after` is in seconds and is sent as Retry-After too. */
  readonly data?: { readonly field?: string; readonly retry_after?: number; readonly [key: string]: unknown };
}

/** A refusal of the catalogue. `http/answers.ts` alone turns it into an answer; anything else that is thrown is a fault. */
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
