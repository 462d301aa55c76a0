/** The profile's picture. */
import * as contract from '@rollcall/contract';
import type { Auth } from './auth.ts';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';
import type { HttpRequest } from './outside.ts';
import { request } from './request.ts';
import { withToken } from './token-attempt.ts';

/** Milliseconds at least: a picture over a phone's line takes longer than a call. */
const TIMEOUT = 120_000;

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how much has been sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** A request as any other, but for its body: it is the file. */
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
 * Sends a picture (JPEG, PNG or WebP, 5 MiB at most) and gives the profile with its address.
 * @throws AuthError as every call; what can't be read as a picture comes as Unknown with `server_code` RC_422
 */
export const uploadAvatar = async (
  auth: Auth,
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<contract.Profile> => {
  const { params, outside } = auth;
  return withToken(
    auth,
    held =>
      request(
        {
          params: { ...params, requestTimeout: Math.max(TIMEOUT, params.requestTimeout ?? 0) },
          outside: { ...outside, createRequest: () => sending(outside.createRequest(), file, onProgress) },
        },
        contract.uploadAvatar,
        undefined,
        { signal },
        held,
      ) as Promise<contract.Profile>,
  );
};

export const removeAvatar: ClientMethod<typeof contract.removeAvatar> = /* @__PURE__ */ method(
  contract.removeAvatar,
);
