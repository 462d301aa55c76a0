/** One report of the monitoring beacon as the log keeps it and the store loads it. */
export interface StoredReport {
  readonly id: string;
  readonly product: string;
  /** Milliseconds since 1970, by the server's clock. */
  readonly received: number;
  readonly kind: 'performance' | 'call' | 'error' | 'resource';
  readonly release: string;
  readonly page: string;
  /** The number of occurrences that one report stands for: 10 for a sampled success. */
  readonly weight: number;
  /** By kind: the metric's name; the call's method and path; the error group's fingerprint; the resource's address. */
  readonly name: string;
  /** By kind: the metric's value; milliseconds that the call took. */
  readonly value?: number;
  /** By kind `call`: the HTTP status, or the monitor's code (601 to 604). */
  readonly status?: number;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly sample?: true;
}
