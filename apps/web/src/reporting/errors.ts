/** Errors that the monitoring would miss: those that come before it watches, and those that a boundary of React's catches. */
import type { RootOptions } from 'react-dom/client';

/** Kept until the monitoring watches; it sends no more of one page. */
const MOST = 20;
const early: unknown[] = [];
const keep = (error: unknown): void => {
  if (early.length < MOST) early.push(error);
};
let tell = keep;

const happened = (event: ErrorEvent | PromiseRejectionEvent): void => {
  // what the browser does not let us see has none
  const error: unknown = 'reason' in event ? event.reason : event.error;
  if (error) keep(error);
};

/** Keeps what happens from now on, until the monitoring watches. Browser only. */
export function keepErrors(): void {
  addEventListener('error', happened);
  addEventListener('unhandledrejection', happened);
}

/** From now on the monitoring listens by itself: `report` is told what was kept, and what boundaries catch. */
export function errorsGoTo(report: (error: unknown) => void): void {
  removeEventListener('error', happened);
  removeEventListener('unhandledrejection', happened);
  tell = report;
  for (const error of early.splice(0)) report(error);
}

/** Tells the monitoring of an error that was caught, and the browser's console as React does. */
export function caught(error: unknown): void {
  console.error(error);
  tell(error);
}

/**
 * For each root of these pages. What nobody catches React reports as an error of the page, which the monitoring hears; what
 * a boundary catches it would only print. A boundary with a `componentDidCatch` of its own has told of it already.
 */
export const rootOptions: RootOptions = {
  onCaughtError: (error, { errorBoundary }) => {
    if (errorBoundary?.componentDidCatch === undefined) caught(error);
  },
};
