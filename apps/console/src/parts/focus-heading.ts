/** Where the focus goes when what had it is gone, so that the keys and a screen reader go on there. */

/** Focuses the heading nearest to the element, or the page's where the element is gone too. */
export function focusHeading(near: Element | null): void {
  for (let at: Element | null = near?.isConnected ? near : document.body; at; at = at.parentElement) {
    const heading = at.querySelector<HTMLElement>('h1[data-title], h2');
    if (!heading) continue;
    heading.tabIndex = -1;
    heading.focus();
    return;
  }
}
