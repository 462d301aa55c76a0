/**
 * Test helpers: a component in a real DOM with the real account library, and a server whose answers the test
 * gives.
 */
import { type HttpRequest, init, memoryStorage } from '@rollcall/account';
import { settleBack } from '@rollcall/ui';
import { act, type ComponentProps, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { zhCN } from './phrases/zh-CN.ts';
import { RollcallProvider } from './provider/rollcall-provider.tsx';
import { translate } from '../../ui/src/jsx/testing.ts';
import { loadSigningIn } from './session/load-signing-in.ts';

// a chunk that has come once comes again within `settle`
await loadSigningIn();
await import('./agreements/agree-dialog.tsx');

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// jsdom has dialogs without these
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

export interface FakeRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: (status: number, body: unknown) => Promise<void>;
  readonly timeOut: () => Promise<void>;
  readonly aborted: () => boolean;
}

const tokens = {
  access: { token: 'a', type: 'Bearer', expires_in: 3600 },
  refresh: { token: 'r', expires_in: 86_400 },
};
export const signedIn = { data: { auth: { account_id: '1', created: false, token: tokens } } };

/** Waits for the step back of a dialog that was closed: jsdom takes it by timers, which a test may hold. */
const stepBack = async () => {
  const back = settleBack();
  const late = Symbol('late');
  while (vi.isFakeTimers() && (await Promise.race([back, Promise.resolve(late)])) === late)
    await vi.advanceTimersByTimeAsync(1);
  await back;
};

/** Lets pending promises settle. Then the page is translated, so that every test of a component shows that it stands that. */
export const settle = async () => {
  const turns = () =>
    act(async () => {
      for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    });
  await turns();
  await act(stepBack);
  await turns();
  translate(document.body);
};

/** An auth instance whose requests wait in `requests` until a test answers them. */
/**
 * @param options.unsigned the agreements that are new to the signed-in person, answered immediately; false: the test
 * answers. @default none
 */
export function fakeServer(
  options: { signedIn?: boolean; host?: string; unsigned?: readonly object[] | false } = {},
) {
  const requests: FakeRequest[] = [];
  const storage = memoryStorage();
  const others = new Set<(changed: boolean) => void>();
  if (options.signedIn) storage.write(tokens);
  const createRequest = (): HttpRequest => {
    let path = '';
    const headers: Record<string, string> = {};
    let aborted = false;
    const xhr: HttpRequest = {
      withCredentials: false,
      timeout: 0,
      status: 0,
      responseText: '',
      onload: null,
      onerror: null,
      ontimeout: null,
      onabort: null,
      onloadend: null,
      open: (_method: string, url: string | URL) => {
        path = String(url);
      },
      setRequestHeader: (name, value) => {
        headers[name] = value;
      },
      abort: () => {
        aborted = true;
        (xhr.onabort as (() => void) | null)?.();
      },
      send: sent => {
        if (options.unsigned !== false && path.includes('agreements/unsigned')) {
          const answer = JSON.stringify({ data: options.unsigned ?? [] });
          Object.assign(xhr, { status: 200, responseText: answer });
          queueMicrotask(() => (xhr.onload as (() => void) | null)?.());
          return;
        }
        requests.push({
          path,
          body: typeof sent === 'string' ? (JSON.parse(sent) as Record<string, unknown>) : {},
          headers,
          answer: async (status, body) => {
            Object.assign(xhr, { status, responseText: JSON.stringify(body) });
            (xhr.onload as (() => void) | null)?.();
            await settle();
          },
          timeOut: async () => {
            (xhr.ontimeout as (() => void) | null)?.();
            await settle();
          },
          aborted: () => aborted,
        });
      },
    };
    return xhr;
  };
  const auth = init(
    { pid: 'school', appid: 'web', product_code: 'p', platform: 'web', env: 'test', host: options.host },
    {
      createRequest,
      storage,
      locks: { request: (_name, work) => work() },
      joinTabs: (_name, listener) => {
        others.add(listener);
        return () => {};
      },
    },
  );
  /** What this tab observes when another one signs out. */
  const signedOutElsewhere = () => {
    storage.clear();
    for (const listener of others) listener(true);
  };
  /** What this tab observes when another one signs somebody in. */
  const signedInElsewhere = (token: string) => {
    storage.write({ ...tokens, access: { ...tokens.access, token } });
    for (const listener of others) listener(true);
  };
  return {
    auth,
    requests,
    signedOutElsewhere,
    signedInElsewhere,
    last: () => requests.at(-1),
    of: (end: string) => requests.filter(one => one.path.split('?')[0]?.endsWith(end)),
  };
}

export type ProviderOptions = Pick<
  ComponentProps<typeof RollcallProvider>,
  'asksAge' | 'onAgeWaiting' | 'onAnotherPerson'
>;

/** Renders into the document; `unmount` ends it. */
export async function show(
  auth: ReturnType<typeof fakeServer>['auth'],
  children: ReactNode,
  options: ProviderOptions = {},
) {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <RollcallProvider auth={auth} phrases={zhCN} {...options}>
        {children}
      </RollcallProvider>,
    ),
  );
  await settle();
  const unmount = async () => {
    await act(async () => root.unmount());
    // before a test lets the timers go
    await stepBack();
    box.remove();
  };
  return { box, unmount };
}

/** The control with a name. */
export const control = (box: ParentNode, name: string): HTMLInputElement => {
  const found = box.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

/** Sets a control's value and dispatches `input`, as typing does. */
export async function type(field: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
}

/** The button whose text contains `text`. */
export const button = (box: ParentNode, text: string): HTMLButtonElement => {
  const found = [...box.querySelectorAll('button')].find(one => one.textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};

export async function press(target: HTMLElement): Promise<void> {
  await act(async () => target.click());
  await settle();
}
