import { type AnswerFacts, CaptchaError, closed } from './errors.ts';
import type { ChallengeCallbacks } from './providers/provider.ts';

/** Ends one verification and undoes what it did. */
export interface Lifetime {
  /** Whether the verification has ended. */
  readonly isOver: () => boolean;
  /** Registers a cleanup for the end of the verification; runs it immediately after the end. */
  readonly onEnd: (cleanup: () => void) => void;
  /** Ends the verification: runs the cleanups; pending waits never settle. */
  readonly end: () => void;
  /** Turns a vendor's callbacks, which may come late, repeatedly or not at all, into a promise that settles at most once. */
  readonly wait: <T>(start: (callbacks: ChallengeCallbacks<T>) => void) => Promise<T>;
}

/** @param limit milliseconds until `ready`, `pass` or `fail`; then CaptchaVendorTimeout (49) 'some error occurred' */
export const lifetime = (limit: number): Lifetime => {
  let ended = false;
  const cleanups: (() => void)[] = [];
  const run = (cleanup: () => void) => {
    try {
      cleanup();
    } catch {
      // A vendor's destroy that throws must not keep the mask on the page.
    }
  };
  const onEnd: Lifetime['onEnd'] = cleanup => {
    if (ended) run(cleanup);
    else cleanups.push(cleanup);
  };
  return {
    isOver: () => ended,
    onEnd,
    end: () => {
      ended = true;
      for (const cleanup of cleanups.splice(0)) run(cleanup);
    },
    wait: <T>(start: (callbacks: ChallengeCallbacks<T>) => void) =>
      new Promise<T>((resolve, reject) => {
        const ready = () => clearTimeout(timer);
        const settle =
          <V>(how: (value: V) => void) =>
          (value: V) => {
            ready();
            if (!ended) how(value);
          };
        const refuse = settle<CaptchaError>(reject);
        const failing =
          (facts?: AnswerFacts): ChallengeCallbacks<T>['fail'] =>
          (body, name = 'CaptchaVendorError', message = 'some error occurred') =>
            refuse(new CaptchaError(name, message, { body, ...facts }));
        const fail = failing();
        const unanswered = failing({ unanswered: true });
        const broken = (error: unknown) => fail(error, undefined, 'fatal error occurred');
        const missing = (error: unknown) => unanswered(error, undefined, 'fatal error occurred');
        const timer = setTimeout(unanswered, limit, undefined, 'CaptchaVendorTimeout');
        onEnd(ready);
        const callbacks: ChallengeCallbacks<T> = {
          pass: settle(resolve),
          fail,
          unanswered,
          broken,
          missing,
          ready,
          close: () => void setTimeout(() => refuse(closed())),
          safely:
            work =>
            (...given) => {
              try {
                if (!ended) work(...given);
              } catch (error) {
                broken(error);
              }
            },
        };
        callbacks.safely(start)(callbacks);
      }),
  };
};
