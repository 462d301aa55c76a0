/** Errors that monitoring can't see itself: those thrown before it starts, and those caught by a React error boundary. */
import type { RootOptions } from 'react-dom/client';

/** Errors buffered until monitoring starts; monitoring reports no more than this of one page. */
const BUFFER_SIZE = 20;
const buffer: unknown[] = [];
const keep = (error: unknown): void => {
  if (buffer.length < BUFFER_SIZE) buffer.push(error);
};
let report = keep;

const onError = (event: ErrorEvent | PromiseRejectionEvent): void => {
  // undefined for a script of another origin, which the browser hides
  const error: unknown = 'reason' in event ? event.reason : event.error;
  if (error) keep(error);
};

/** Buffers uncaught errors until `reportErrorsTo` is called. Browser only. */
export function collectErrors(): void {
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onError);
}

/**
 * Hands over to monitoring, which listens for uncaught errors itself from now on.
 * @param listener gets the buffered errors immediately, and each error that a boundary catches later
 */
export function reportErrorsTo(listener: (error: unknown) => void): void {
  removeEventListener('error', onError);
  removeEventListener('unhandledrejection', onError);
  report = listener;
  for (const error of buffer.splice(0)) listener(error);
}

/** Reports a caught error to monitoring, and prints it as React does. */
export function reportCaught(error: unknown): void {
  console.error(error);
  report(error);
}

/**
 * Options for every React root of the pages. React reports uncaught errors to the window, where monitoring hears them;
 * caught ones it only prints. A boundary with its own `componentDidCatch` has reported the error already.
 */
export const rootOptions: RootOptions = {
  onCaughtError: (error, { errorBoundary }) => {
    if (errorBoundary?.componentDidCatch === undefined) reportCaught(error);
  },
};
