/**
 * Vitest set-up of the `pages` project: each test file starts with an empty document. Files share one jsdom (the project
 * does not isolate them), so what one file leaves in the page, above all the focused element, would reach the next one, in an
 * order that changes from run to run.
 */
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  document.head.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
}
