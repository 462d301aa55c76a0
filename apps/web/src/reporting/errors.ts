/**
 * Collects the errors that monitoring would miss: those before it starts, and those that React's error
 * boundaries catch.
 */
import type { RootOptions } from 'react-dom/client';

/**
 * The number of errors that are kept until monitoring starts, which is the number that it sends of one page.
 */
const MOST = 20;
const early: unknown[] = [];
const keep = (error: unknown): void => {
  if (early.length < MOST) early.push(error);
};
let tell = keep;

const happened = (event: ErrorEvent | PromiseRejectionEvent): void => {
  // the browser hides errors of other origins
  const error: unknown = 'reason' in event ? event.reason : event.error;
  if (error) keep(error);
};

/** Collects errors until monitoring starts. Browser only. */
export function keepErrors(): void {
  addEventListener('error', happened);
  addEventListener('unhandledrejection', happened);
}

/** Monitoring listens from now on: `report` gets the collected errors, and those that boundaries catch. */
export function errorsGoTo(report: (error: unknown) => void): void {
  removeEventListener('error', happened);
  removeEventListener('unhandledrejection', happened);
  tell = report;
  for (const error of early.splice(0)) report(error);
}

/** Reports a caught error, and prints it as React does. */
export function caught(error: unknown): void {
  console.error(error);
  tell(error);
}

/**
 * For each React root of these pages. React reports uncaught errors as errors of the page, which monitoring
 * sees; caught ones it only prints. A boundary with its own `componentDidCatch` has reported its error already.
 */
export const rootOptions: RootOptions = {
  onCaughtError: (error, { errorBoundary }) => {
    if (errorBoundary?.componentDidCatch === undefined) caught(error);
  },
};
