/** Types of GeeTest's own client for Node, as far as tests use it. */
declare module 'gt3-sdk' {
  export default class Geetest {
    constructor(config: {
      readonly geetest_id: string;
      readonly geetest_key: string;
      /** `http://` or `https://`. */
      readonly protocol?: string;
      /** The part of the URL between the protocol and `/register.php`. */
      readonly api_server?: string;
      /** Milliseconds. */
      readonly timeout?: number;
    });
    register(data: { readonly client_type?: string; readonly ip_address?: string }): Promise<{
      readonly success: 0 | 1;
      readonly challenge: string;
      readonly gt: string;
      readonly new_captcha: boolean;
    }>;
    /** @param fallback whether the vendor was down at the registration */
    validate(fallback: boolean, result: Readonly<Record<string, string>>): Promise<boolean | undefined>;
  }
}
