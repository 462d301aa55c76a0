import { AuthError, type CallOptions, init } from '@rollcall/account';

/** The origin of the Rollcall server. */
export const host = 'http://127.0.0.1:8080';

export const auth = init({
  pid: 'my-school',
  appid: 'web',
  product_code: 'my-school',
  platform: 'web',
  host,
  // The cookies' name: with that of the server's own pages, its account page is signed in too.
  env: location.hostname === '127.0.0.1' ? 'dev' : 'prod',
});

/** Makes the call; where the server wants to see a human first, shows the challenge and makes it once more. */
export async function guarded<T>(
  scene: string,
  identity: string,
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    if (!(error instanceof AuthError) || error.name !== 'InvalidTicket') throw error;
    const { verify } = await import('@rollcall/captcha');
    return call({ captcha: await verify({ ...auth.params, scene, identity }) });
  }
}
