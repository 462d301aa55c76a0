/** The little of autocannon that the bench uses; it has no types of its own. */
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
