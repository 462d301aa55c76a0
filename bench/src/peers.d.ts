/**
 * The little of the peers that the benches call. Types are checked without the peers, which only `npm run bench` installs.
 */
declare module 'autocannon' {
  interface Client {
    setHeadersAndBody(headers: Record<string, string>, body?: string): void;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    /** Seconds. */
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: {
    readonly url: string;
    readonly method: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly setupClient: (client: Client) => void;
  }): Promise<Result>;
}

declare module 'better-auth' {
  export function betterAuth(options: Readonly<Record<string, unknown>>): { readonly options: unknown };
}

declare module 'better-auth/db' {
  export function getMigrations(options: unknown): Promise<{ runMigrations(): Promise<void> }>;
}

declare module 'better-auth/node' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export function toNodeHandler(
    auth: unknown,
  ): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

declare module 'lighthouse' {
  import type { Page } from 'puppeteer-core';

  export interface TraceEvent {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    /** Microseconds. */
    readonly ts: number;
    /** Microseconds of the processor. */
    readonly tdur?: number;
    readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
  }
  interface Report {
    readonly finalDisplayedUrl: string;
    readonly environment: { readonly benchmarkIndex: number };
    readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
    /** Scores from 0 to 1. */
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  }
  export default function lighthouse(
    url: string,
    flags: { readonly onlyCategories: readonly string[] },
    config: undefined,
    page: Page,
  ): Promise<
    | {
        readonly lhr: Report;
        readonly artifacts: { readonly Trace: { readonly traceEvents: readonly TraceEvent[] } };
      }
    | undefined
  >;
}

declare module 'puppeteer-core' {
  export interface Page {
    close(): Promise<void>;
  }
  export interface CookieData {
    readonly name: string;
    readonly value: string;
    readonly domain: string;
    readonly path: string;
  }
  interface Browser {
    version(): Promise<string>;
    cookies(): Promise<CookieData[]>;
    setCookie(...cookies: readonly CookieData[]): Promise<void>;
    deleteCookie(...cookies: readonly CookieData[]): Promise<void>;
    newPage(): Promise<Page>;
    close(): Promise<void>;
  }
  export function launch(options: {
    readonly executablePath: string;
    readonly args: readonly string[];
  }): Promise<Browser>;
}
