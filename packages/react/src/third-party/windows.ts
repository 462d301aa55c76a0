/**
 * Between the window that began and the one that the vendor sent the person back to. They are told of each other by a
 * channel of this origin: an opener is lost on the way where the vendor's page or ours has a Cross-Origin-Opener-Policy.
 */
const CHANNEL = 'rollcall.third-party';
const MARK = 'rollcall.third-party.here';
/** Milliseconds in which a waiting page answers; it only has to be awake. */
export const ANSWER_MS = 800;

type Said = { readonly came: string } | { readonly taken: string };

/** Everything that leaves the page or opens another. One object, so that a test can stand in its place. */
export const windows = {
  go: (url: string): void => location.assign(url),
  /** Undefined where the browser allows no window. Call it within a press. */
  open: (): Window | undefined =>
    window.open('about:blank', '_blank', 'popup,width=620,height=720') ?? undefined,
  close: (): void => window.close(),
  framed: (): boolean => window.parent !== window,
};

/** The state in a vendor's address or in the one that it sent the person back to; '' where there is none. */
export const stateOf = (url: string): string => new URL(url, location.href).searchParams.get('state') ?? '';

/** Remembers that this very tab went to the vendor with a state, so that it need not ask around when it is back. */
export function markHere(state: string): void {
  try {
    sessionStorage.setItem(MARK, state);
  } catch {
    // storage is closed: the page that comes back asks around, which takes a moment longer
  }
}

/** Whether this very tab went to the vendor with the state of this address. */
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

/** Waits for another window or a frame to come back with a state; calls `onCame` with the address, once. Returns what ends it. */
export function awaitReturn(state: string, onCame: (url: string) => void): () => void {
  const channel = join();
  let waiting = true;
  const end = () => {
    waiting = false;
    channel?.close();
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (!waiting || !('came' in data) || stateOf(data.came) !== state) return;
    waiting = false;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage({ taken: data.came } satisfies Said);
    onCame(data.came);
  });
  return end;
}

/** Tells the pages that wait that the vendor sent somebody back here; resolves with whether one took it over. */
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
    channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if ('taken' in data && data.taken === url) end(true);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage({ came: url } satisfies Said);
  });
}
