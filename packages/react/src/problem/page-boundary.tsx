/** What stands in a page's place once it has failed. */
import type { ReactNode } from 'react';
import errorCss from './form-error.module.css';
import buttonsCss from '../task/buttons.module.css';
import { useRollcall } from '../provider/provider.tsx';
import { ReportingBoundary } from './reporting-boundary.tsx';

/**
 * Offers to reload a page that threw while it rendered, as a browser extension that changes the page's elements can make it
 * do. Stands around a whole page, within the provider; the error is thrown again outside of React, for error reporting.
 *
 * @example <PageBoundary><SignIn signUp="/sign-up" /></PageBoundary>
 * @see `docs/react.md`
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { work } = useRollcall().phrases;
  return (
    <ReportingBoundary
      failed={
        <div className={errorCss.formProblem} role="alert">
          <p>
            {work.pageFailed}{' '}
            <button type="button" className={buttonsCss.link} onClick={() => location.reload()}>
              {work.reload}
            </button>
          </p>
        </div>
      }
    >
      {children}
    </ReportingBoundary>
  );
}
