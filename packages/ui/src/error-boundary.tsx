/** Keeps an error while a part renders from removing the whole page. */
import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** Drawn in place of the part once it has thrown. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

/**
 * Draws `failed` in place of a part that threw while it rendered. Give it another `key` to try again.
 *
 * @example <ErrorBoundary failed={<p role="alert">Please reload the page.</p>}>…</ErrorBoundary>
 * @see `docs/react.md`
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly thrown: boolean }> {
  // assigned: what a class field is compiled to is longer, and in every page's first script
  constructor(props: ErrorBoundaryProps) {
    super(props);
    this.state = { thrown: false };
  }
  static getDerivedStateFromError() {
    return { thrown: true };
  }
  override render() {
    return this.state.thrown ? this.props.failed : this.props.children;
  }
}
