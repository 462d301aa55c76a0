/**
 * What the guide to Next.js takes of Next's own types. `npm run proofs -- first-steps` checks the guide's files with those of the
 * Next.js that it installs.
 */
declare module 'next/server' {
  interface Cookie {
    readonly name: string;
    readonly value: string;
  }
  interface CookieOptions {
    readonly path?: string;
    readonly sameSite?: boolean | 'lax' | 'strict' | 'none';
    readonly secure?: boolean;
    readonly maxAge?: number;
    readonly domain?: string;
  }
  export class NextRequest extends Request {
    readonly cookies: { get(name: string): Cookie | undefined; set(name: string, value: string): unknown };
    readonly nextUrl: URL;
  }
  export class NextResponse extends Response {
    readonly cookies: { set(name: string, value: string, options?: CookieOptions): unknown };
    static next(init?: { readonly request?: { readonly headers?: Headers } }): NextResponse;
    static redirect(url: string | URL): NextResponse;
  }
}

declare module 'next/headers' {
  export function cookies(): Promise<{ get(name: string): { name: string; value: string } | undefined }>;
}

declare module 'next/navigation' {
  export function redirect(path: string): never;
}
