/** The profile's picture. */
import * as contract from '@rollcall/contract';
import type { Auth } from './client.ts';
import type { CallOptions, ClientMethod } from './call-types.ts';
import { method } from './method.ts';
import type { HttpRequest } from './browser-environment.ts';
import { request } from './request.ts';
import { withToken } from './token-attempt.ts';

/** The least time-out of an upload in milliseconds: a picture takes longer than a call. */
const TIMEOUT = 120_000;

export interface UploadOptions extends Pick<CallOptions, 'retries'> {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share that has been sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Makes `send` send the file as the body. */
const sending = (
  xhr: HttpRequest & { readonly upload?: XMLHttpRequestUpload },
  file: Blob,
  onProgress: UploadOptions['onProgress'],
): HttpRequest => {
  const send = xhr.send.bind(xhr);
  xhr.send = () => {
    xhr.setRequestHeader('Content-Type', file.type);
    xhr.upload?.addEventListener('progress', ({ loaded, total }) => total && onProgress?.(loaded / total));
    send(file);
  };
  return xhr;
};

/**
 * Uploads the profile picture.
 *
 * @param file JPEG, PNG or WebP, 5 MiB at most
 * @returns the profile with the picture's URL
 * @throws AuthError as every call; Unknown with `server_code` RC_422 if the file is no readable picture
 * @example const { avatar_url } = await uploadAvatar(auth, file);
 * @see `docs/react.md`
 */
export const uploadAvatar = async (
  auth: Auth,
  file: Blob,
  { signal, onProgress, retries }: UploadOptions = {},
): Promise<contract.Profile> => {
  const { params, browser } = auth;
  return withToken(
    auth,
    contract.uploadAvatar,
    retries,
    held =>
      request(
        {
          params: { ...params, requestTimeout: Math.max(TIMEOUT, params.requestTimeout ?? 0) },
          browser: { ...browser, createRequest: () => sending(browser.createRequest(), file, onProgress) },
        },
        contract.uploadAvatar,
        undefined,
        { signal },
        held,
      ) as Promise<contract.Profile>,
  );
};

/**
 * Removes the picture, if there is one.
 * @example const profile = await removeAvatar(auth);
 * @see `docs/react.md`
 */
export const removeAvatar: ClientMethod<typeof contract.removeAvatar> = method(contract.removeAvatar);
