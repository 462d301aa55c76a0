import type { AnswerOf, BodyOf, Call, CaptchaRule, CaptchaTicket } from '@rollcall/contract';
import type { ErrorName } from '../errors.ts';
import type { Language } from '../overlay.ts';

/** The outcomes that a vendor's callbacks report. Only the first `pass`, `fail` or `close` counts. */
export interface ChallengeCallbacks<T> {
  readonly pass: (value: T) => void;
  /**
   * @param body the vendor's error, for the error's `body`
   * @param name absent: CaptchaVendorError
   * @param message absent: 'some error occurred'
   */
  readonly fail: (body?: unknown, name?: ErrorName, message?: string) => void;
  /** As `fail`, where the vendor says that a request of its script got no answer. */
  readonly unanswered: ChallengeCallbacks<T>['fail'];
  /** Fails with CaptchaVendorError 'fatal error occurred'. */
  readonly broken: (error: unknown) => void;
  /** As `broken`, where a file of ours did not come. */
  readonly missing: (error: unknown) => void;
  /** The person closed the challenge. Counts one task later, since some vendors report the close before the pass. */
  readonly close: () => void;
  /** The challenge is visible: stops the time-out. */
  readonly ready: () => void;
  /** Wraps a callback: an exception becomes `broken`, and after the end it does nothing. */
  readonly safely: <A extends unknown[]>(work: (...given: A) => void) => (...given: A) => void;
}

/** The context that a provider's challenge runs in. */
export interface Verification {
  readonly rule: CaptchaRule;
  /** The rule's appid, or ''. */
  readonly appid: string;
  readonly language: Language;
  /** How often a failed fetch of GeeTest's parameters is repeated. */
  readonly retries: number;
  /** The element to render the widget in. */
  readonly mount: HTMLElement;
  /** Prompts to drag the slider in `mount`. */
  readonly drag: () => void;
  /** Hides the box, for a vendor that opens its own dialog. */
  readonly hideBox: () => void;
  /** Loads the vendor's script, from the rule's URL if it has one; resolves with the global that it defines. */
  readonly script: <T>(url: string, global: string) => Promise<T>;
  readonly wait: <T>(start: (callbacks: ChallengeCallbacks<T>) => void) => Promise<T>;
  readonly onEnd: (cleanup: () => void) => void;
  readonly isOver: () => boolean;
  /** Sends a call of the contract; `main` is its path on the main backend, for sites that use that. */
  readonly post: <C extends Call>(path: C['path'], body: BodyOf<C>, main?: string) => Promise<AnswerOf<C>>;
}

/** Shows a provider's challenge and exchanges the result for a ticket. Each provider is a file that exports `challenge`. */
export type Challenge = (verification: Verification) => Promise<CaptchaTicket>;
