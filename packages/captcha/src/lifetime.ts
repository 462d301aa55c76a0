import { CaptchaError, closed } from './errors.ts';
import type { Turn } from './providers/provider.ts';

/** One verification, from its beginning to its end. */
export interface Lifetime {
  /** Whether it has ended. */
  readonly over: () => boolean;
  /** Undoes something when the verification ends; at once, if it has ended already. */
  readonly onEnd: (undo: () => void) => void;
  /** Ends it: everything is undone, and nothing that it waits for goes on. */
  readonly end: () => void;
  /** Waits for callbacks that may come never, late, or more than once; after the end it never settles. */
  readonly wait: <T>(start: (turn: Turn<T>) => void) => Promise<T>;
}

/** @param limit ms until `ready`, `pass` or `fail`; then CaptchaVendorTimeout (49) 'some error occurred' */
export const lifetime = (limit: number): Lifetime => {
  let ended = false;
  const undoings: (() => void)[] = [];
  const undo = (undoing: () => void) => {
    try {
      undoing();
    } catch {
      // A vendor's destroy that throws must not keep the mask on the page.
    }
  };
  const onEnd: Lifetime['onEnd'] = undoing => {
    if (ended) undo(undoing);
    else undoings.push(undoing);
  };
  return {
    over: () => ended,
    onEnd,
    end: () => {
      ended = true;
      for (const undoing of undoings.splice(0)) undo(undoing);
    },
    wait: <T>(start: (turn: Turn<T>) => void) =>
      new Promise<T>((resolve, reject) => {
        const ready = () => clearTimeout(timer);
        const settle =
          <V>(how: (value: V) => void) =>
          (value: V) => {
            ready();
            if (!ended) how(value);
          };
        const refuse = settle<CaptchaError>(reject);
        const fail: Turn<T>['fail'] = (body, name = 'CaptchaVendorError', message = 'some error occurred') =>
          refuse(new CaptchaError(name, message, { body }));
        const broken = (error: unknown) => fail(error, undefined, 'fatal error occurred');
        const timer = setTimeout(fail, limit, undefined, 'CaptchaVendorTimeout');
        onEnd(ready);
        const turn: Turn<T> = {
          pass: settle(resolve),
          fail,
          broken,
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
        turn.safely(start)(turn);
      }),
  };
};
