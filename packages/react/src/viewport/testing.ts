/** Test helpers: a viewport in an environment without layout. */
import { vi } from 'vitest';

/** An IntersectionObserver whose entries the test gives. */
export function fakeObserver() {
  const observers = new Set<{
    readonly options: IntersectionObserverInit | undefined;
    readonly tell: (near: boolean) => void;
    element?: Element;
  }>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #own;
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        this.#own = {
          options,
          tell: (near: boolean) =>
            callback([{ isIntersecting: near }] as IntersectionObserverEntry[], this as never),
        };
      }
      observe(element: Element) {
        observers.add(Object.assign(this.#own, { element }));
      }
      disconnect() {
        observers.delete(this.#own);
      }
    },
  );
  return observers;
}

/**
 * A window of `height` without IntersectionObserver, in which an element begins at `top()` and is `size` high.
 */
export function fakeLayout(height: number, top: () => number, size = 100) {
  vi.stubGlobal('IntersectionObserver', undefined);
  vi.stubGlobal('innerHeight', height);
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue({ length: 1 } as DOMRectList);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: top(), bottom: top() + size }) as DOMRect,
  );
}
