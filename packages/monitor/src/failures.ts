import { pathTemplate } from '@rollcall/contract';
import { type Listen, safe } from './outside.ts';
import type { Add } from './queue.ts';
import { ownFrames, withoutNames } from './stack.ts';

/** What the bundler's runtime throws where a chunk could not be loaded. */
interface ChunkError extends Error {
  readonly type?: string;
  readonly request?: string;
}
/** Another's address. */
const NOWHERE = 'x:';

/**
 * Reports script errors, rejections that nobody handles, and what could not be loaded. It takes nothing away from
 * other listeners, and prevents nothing.
 *
 * @param own the path of an address of this site, else undefined
 * @returns reports an error that was caught
 */
export const watchFailures = (
  listen: Listen,
  add: Add,
  own: (address: string) => string | undefined,
): ((error: unknown) => void) => {
  const report = (thrown: unknown, origin: string, place = ''): void => {
    const {
      name,
      message = thrown,
      stack = place,
      type,
      request = NOWHERE,
    } = Object(thrown) as Partial<ChunkError>;
    const text = withoutNames(String(message));
    if (name === 'ChunkLoadError') {
      // Where the script itself failed, its element has told.
      if (type !== 'error') add('f', 1, 'chunk', own(request) ?? '/', text, type);
      return;
    }
    const frames = ownFrames(stack, own);
    // Else another's error.
    if (frames) add('e', 1, origin, name, text, frames.join('\n'));
  };

  listen('error', event => {
    const { target, error, message, filename, lineno, colno } = event as ErrorEvent;
    const { localName, src, href } = target as HTMLScriptElement & HTMLLinkElement;
    if (localName) {
      const path = own(src || href || NOWHERE);
      // Scripts and styles are the site's; pictures are people's.
      if (path)
        add(
          'f',
          1,
          localName,
          /script|link/.test(localName) ? path : pathTemplate(path),
          // Where the bundler's runtime writes which chunk it is.
          (target as Element).getAttribute('data-rspack'),
        );
    } else if (filename || error)
      // What the browser does not let us see has no place ('Script error.').
      report(error ?? message, 'error', `${filename}:${lineno}:${colno}`);
  });
  listen('unhandledrejection', event => report((event as PromiseRejectionEvent).reason, 'rejection'));
  return safe(error => report(error, 'caught'));
};
