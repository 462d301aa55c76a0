import type { HostParams } from '@rollcall/contract';

/** How to reach the server. The account library's init params fit as they are. */
export interface ClientParams extends HostParams {
  /** The product's id on this server; a ticket is bound to it. */
  readonly pid: string;
  readonly product_code: string | number;
  /** Such as `web`. */
  readonly platform: string | number;
  /**
   * Time-out in milliseconds of a request, and of a vendor until its challenge is ready.
   * @default 20_000
   */
  readonly requestTimeout?: number | undefined;
}
