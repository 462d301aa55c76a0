/** A vendor's limits per number, over several sliding windows. */
export interface Window {
  readonly name: 'minute' | 'thirty seconds' | 'hour' | 'day';
  /** Milliseconds. */
  readonly length: number;
  readonly permits: number;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;

export const aliyunWindows: readonly Window[] = [
  { name: 'minute', length: 60 * SECOND, permits: 1 },
  { name: 'hour', length: HOUR, permits: 5 },
  { name: 'day', length: 24 * HOUR, permits: 10 },
];

export const tencentWindows: readonly Window[] = [
  { name: 'thirty seconds', length: 30 * SECOND, permits: 1 },
  { name: 'hour', length: HOUR, permits: 5 },
  { name: 'day', length: 24 * HOUR, permits: 10 },
];

/** DingTalk's and WeCom's; Feishu allows 100. */
export const botWindows: readonly Window[] = [{ name: 'minute', length: 60 * SECOND, permits: 20 }];

export class FlowControl {
  readonly #taken = new Map<string, number[]>();
  readonly #windows: readonly Window[];
  readonly #longest: number;

  constructor(windows: readonly Window[]) {
    this.#windows = windows;
    this.#longest = Math.max(...windows.map(window => window.length));
  }

  /**
   * Takes one permit. A refusal is not counted.
   *
   * @param now milliseconds since 1970
   * @returns the first window that is full; undefined if the permit was granted
   */
  take(key: string, now: number): Window | undefined {
    const times = (this.#taken.get(key) ?? []).filter(time => time > now - this.#longest);
    const full = this.#windows.find(
      window => times.filter(time => time > now - window.length).length >= window.permits,
    );
    if (!full) times.push(now);
    this.#taken.set(key, times);
    return full;
  }

  clear(): void {
    this.#taken.clear();
  }
}
