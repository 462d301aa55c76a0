import type { AnswerOf, BodyOf, Call, CaptchaRule, CaptchaTicket } from '@rollcall/contract';
import type { ErrorName } from '../errors.ts';
import type { Language } from '../overlay.ts';

/** What a vendor's callbacks may say. Only the first `pass`, `fail` or `close` counts. */
export interface Turn<T> {
  readonly pass: (value: T) => void;
  /**
   * @param body what the vendor said, for the error's `body`
   * @param name default: CaptchaVendorError
   * @param message default: 'some error occurred'
   */
  readonly fail: (body?: unknown, name?: ErrorName, message?: string) => void;
  /** Nothing of it works here: CaptchaVendorError 'fatal error occurred'. */
  readonly broken: (error: unknown) => void;
  /** The person closed it. Judged a turn of the event loop later: some vendors close first and pass then. */
  readonly close: () => void;
  /** The challenge stands: from now on the person takes the time. */
  readonly ready: () => void;
  /** A callback whose throwing fails the turn, and which does nothing after the end. */
  readonly safely: <A extends unknown[]>(work: (...given: A) => void) => (...given: A) => void;
}

/** What a provider works with. */
export interface Verification {
  readonly rule: CaptchaRule;
  /** The rule's appid, or ''. */
  readonly appid: string;
  readonly language: Language;
  /** How often the fetch of GeeTest's parameters is repeated. */
  readonly retries: number;
  /** The widget's place in the box. */
  readonly mount: HTMLElement;
  /** Asks to drag the slider in `mount`. */
  readonly drag: () => void;
  /** Leaves the screen to the vendor's own dialog. */
  readonly veil: () => void;
  /** Loads the vendor's script, from the rule's address if it has one, and gives the global that it makes. */
  readonly script: <T>(address: string, global: string) => Promise<T>;
  readonly wait: <T>(start: (turn: Turn<T>) => void) => Promise<T>;
  readonly onEnd: (undo: () => void) => void;
  readonly over: () => boolean;
  /** Makes a call of the contract; `main` is its path where the site asks the main backend. */
  readonly post: <C extends Call>(path: C['path'], body: BodyOf<C>, main?: string) => Promise<AnswerOf<C>>;
}

/** Shows a provider's challenge and exchanges its result for a ticket. A provider is a file that exports `challenge`. */
export type Challenge = (verification: Verification) => Promise<CaptchaTicket>;
