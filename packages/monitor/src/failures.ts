import { pathTemplate } from '@rollcall/contract';
import { type Listen, safe } from './browser-environment.ts';
import type { Add } from './queue.ts';
import { ownFrames, redact } from './stack.ts';

/**
 * Reports script errors, unhandled rejections and resources that failed to load. Other listeners still get the events,
 * and no default is prevented.
 *
 * @param ownPath the path of a URL of this site; undefined for another site's
 * @returns a function that reports a caught error
 */
export const observeFailures = (
  listen: Listen,
  add: Add,
  ownPath: (url: string) => string | undefined,
): ((error: unknown) => void) => {
  const report = (thrown: unknown, origin: string, place = ''): void => {
    const { name, message = thrown, stack = place } = Object(thrown) as Partial<Error>;
    const frames = ownFrames(stack, ownPath);
    // Without frames it is another site's error.
    if (frames) add('e', 1, origin, name, redact(String(message)), frames.join('\n'));
  };

  listen('error', event => {
    const { target, error, message, filename, lineno, colno } = event as ErrorEvent;
    // The bundler's runtime names the chunk in one of these attributes.
    const { localName, src, href, dataset } = target as HTMLScriptElement & HTMLLinkElement;
    if (localName) {
      // `x:` is of no site.
      const path = ownPath(src || href || 'x:');
      // The paths of pictures can contain ids; those of scripts and styles are the site's.
      if (path)
        add(
          'f',
          1,
          localName,
          /script|link/.test(localName) ? path : pathTemplate(path),
          dataset.rspack ?? dataset.webpack,
        );
    } else if (filename || error)
      // An error of another origin's script has neither ('Script error.').
      report(error ?? message, 'error', `${filename}:${lineno}:${colno}`);
  });
  listen('unhandledrejection', event => report((event as PromiseRejectionEvent).reason, 'rejection'));
  return safe(error => report(error, 'caught'));
};
