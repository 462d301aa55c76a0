/**
 * Messages between the page that waits and the page that the vendor sent the person back to. They use a
 * BroadcastChannel of this origin: an opener is lost where the vendor's page or ours has a
 * Cross-Origin-Opener-Policy.
 */
const CHANNEL = 'rollcall.third-party';
const MARK = 'rollcall.third-party.here';
/** Milliseconds within which a waiting page answers. */
export const ANSWER_MS = 800;

type Message = { readonly came: string } | { readonly taken: string };

/** Opens and closes windows. One object, so that tests can replace it. */
export const windows = {
  go: (url: string): void => location.assign(url),
  /** Undefined where the browser blocks popups. Call it in the handler of a press. */
  open: (): Window | undefined =>
    window.open('about:blank', '_blank', 'popup,width=620,height=720') ?? undefined,
  close: (): void => window.close(),
  framed: (): boolean => window.parent !== window,
};

/** The `state` parameter of a vendor's URL or of a return URL; '' where there is none. */
export const stateOf = (url: string): string => new URL(url, location.href).searchParams.get('state') ?? '';

/**
 * Remembers that this tab left for the vendor with a state: on the way back it then need not look for a waiting
 * page.
 */
export function markHere(state: string): void {
  try {
    sessionStorage.setItem(MARK, state);
  } catch {
    // the browser allows no storage: the returning page looks for a waiting one
  }
}

/** Whether this tab left for the vendor with the state of this URL. */
export function beganHere(url: string): boolean {
  const state = stateOf(url);
  try {
    return state !== '' && sessionStorage.getItem(MARK) === state;
  } catch {
    return false;
  }
}

const join = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : undefined;

/**
 * Waits for a page that returns with a state, and calls `onCame` once with its URL.
 *
 * @returns stops waiting
 */
export function awaitReturn(state: string, onCame: (url: string) => void): () => void {
  const channel = join();
  let waiting = true;
  const end = () => {
    waiting = false;
    channel?.close();
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!waiting || !('came' in data) || stateOf(data.came) !== state) return;
    waiting = false;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage({ taken: data.came } satisfies Message);
    onCame(data.came);
  });
  return end;
}

/**
 * Offers a return URL to the pages that wait.
 *
 * @returns whether one of them took it
 */
export function handOver(url: string, signal: AbortSignal): Promise<boolean> {
  const channel = join();
  if (!channel) return Promise.resolve(false);
  return new Promise(resolve => {
    const end = (taken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(taken);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    signal.addEventListener('abort', () => end(false));
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('taken' in data && data.taken === url) end(true);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage({ came: url } satisfies Message);
  });
}
