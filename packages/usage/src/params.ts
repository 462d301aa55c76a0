import type { Heatmap } from './heatmap.ts';

/** The environments that the specification names (section 7). */
export type Environment = 'dev' | 'staging' | 'prod' | 'api-test' | 'test' | 'press';

/** The parameters of `createUsage`. */
export interface UsageParams {
  /** The product whose use is reported. Without it reporting switches itself off: 'Please set product code'. */
  readonly product_code: string | number;
  /** The collector's base, such as `https://api.school.example`, or `/` for this page's own host. Without it: 'Please set url'. */
  readonly url: string;
  /** The pid and the platform of the account client's `init`; every call has them in its query, as it has the product code. @default none */
  readonly pid?: string | undefined;
  readonly platform?: string | number | undefined;
  /** Anything else than `prod` marks the batches `is_dev`. @default 'prod' */
  readonly env?: Environment | undefined;
  /** `heatmap` of `@rollcall/usage/heatmap`: clicks are recorded (with consent to `event` and `view`). @default none */
  readonly heatmap?: Heatmap | undefined;
  /**
   * The source of the device's IP address, requested once per page and only with consent to `device`:
   * the URL of a service that answers with the address as text or as JSON with an `ip`, or false for no look-up.
   * @default the collector
   */
  readonly ip?: string | false | undefined;
  /**
   * The domain that the cookies are set on, shared by the product's sites. `createUsage` of `@rollcall/react/usage`
   * finds it by trial. Read when a cookie is written, and so with consent alone.
   * @default this host alone
   */
  readonly domain?: string | undefined;
  /** Timeout of a request in ms (specification, section 9). @default 20_000 */
  readonly requestTimeout?: number | undefined;
}
