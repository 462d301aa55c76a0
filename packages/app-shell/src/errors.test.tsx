// @vitest-environment jsdom
import { act, Component, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root | undefined;
let errors: typeof import('./errors.ts');
beforeEach(async () => {
  vi.resetModules();
  errors = await import('./errors.ts');
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  errors.reportErrorsTo(() => {});
  vi.restoreAllMocks();
});

const thrown = new RangeError('a date that is none');
const Breaks = (): ReactNode => {
  throw thrown;
};
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? 'It failed.' : this.props.children;
  }
}
class Telling extends Boundary {
  override componentDidCatch(error: unknown) {
    window.dispatchEvent(new ErrorEvent('error', { error }));
  }
}
const draw = (children: ReactNode) =>
  act(async () => {
    const box = document.body.appendChild(document.createElement('div'));
    root = createRoot(box, errors.rootOptions);
    root.render(children);
  });
const reported = () => {
  const all: unknown[] = [];
  errors.reportErrorsTo(error => all.push(error));
  return all;
};

test('an error that a boundary catches is reported, before monitoring has started too, and printed', async () => {
  errors.collectErrors();
  const drawn = (
    <Boundary>
      <Breaks />
    </Boundary>
  );
  await draw(drawn);
  expect(document.body.textContent).toContain('It failed.');
  const all = reported();
  expect(all).toEqual([thrown]);
  await act(async () => root?.unmount());
  await draw(drawn);
  expect(all).toEqual([thrown, thrown]);
  expect(console.error).toHaveBeenCalledWith(thrown);
});

test('an error that a boundary reports by itself is not reported twice', async () => {
  errors.collectErrors();
  await draw(
    <Telling>
      <Breaks />
    </Telling>,
  );
  expect(reported()).toEqual([thrown]);
});

test('what happens before the monitoring watches is kept, twenty at most; afterwards it listens by itself', () => {
  errors.collectErrors();
  const rejected = Object.assign(new Event('unhandledrejection'), { reason: 'no answer' });
  dispatchEvent(rejected);
  dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
  for (let time = 0; time < 30; time++) dispatchEvent(new ErrorEvent('error', { error: thrown }));
  const all = reported();
  expect(all).toHaveLength(20);
  expect(all.slice(0, 2)).toEqual(['no answer', thrown]);
  dispatchEvent(rejected);
  expect(all).toHaveLength(20);
});
