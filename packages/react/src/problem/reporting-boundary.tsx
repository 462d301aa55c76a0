/** An error boundary in the pages of other sites, whose React root may report nothing that a boundary catches. */
import { ErrorBoundary } from '@rollcall/ui';

/** Throws the error again outside of React, where error reporting sees it. */
export class ReportingBoundary extends ErrorBoundary {
  override componentDidCatch(error: unknown) {
    setTimeout(() => {
      throw error;
    });
  }
}
