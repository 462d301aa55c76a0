/** What was reported about the account: its consents, a copy to take away, and erasing it. */
/* oxlint-disable unicorn/prefer-add-event-listener -- the handlers that `request` sets are called through */
import * as contract from '@rollcall/contract';
import type { Auth } from './auth.ts';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';
import type { HttpRequest } from './outside.ts';
import { request } from './request.ts';
import { withToken } from './token-attempt.ts';

export const getUsageConsents: ClientMethod<typeof contract.getUsageConsents> = /* @__PURE__ */ method(
  contract.getUsageConsents,
);
export const exportUsageData: ClientMethod<typeof contract.exportUsageData> = /* @__PURE__ */ method(
  contract.exportUsageData,
);
export const eraseUsageData: ClientMethod<typeof contract.eraseUsageData> = /* @__PURE__ */ method(
  contract.eraseUsageData,
);
export const getUsageJobs: ClientMethod<typeof contract.getUsageJobs> = /* @__PURE__ */ method(
  contract.getUsageJobs,
);
export const getUsageJob: ClientMethod<typeof contract.getUsageJob> = /* @__PURE__ */ method(
  contract.getUsageJob,
);
export const cancelUsageJob: ClientMethod<typeof contract.cancelUsageJob> = /* @__PURE__ */ method(
  contract.cancelUsageJob,
);

/** Its answer is a file, so it is no row of the contract. */
const DOWNLOAD = '/usage/v1/data/download';
/** Milliseconds: a year of somebody's events over a phone's line. */
const TIMEOUT = 600_000;

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how much has come, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What of an XMLHttpRequest gives a file. */
type FileRequest = HttpRequest & Pick<XMLHttpRequest, 'responseType' | 'response' | 'onprogress'>;

/** A request as any other, but for its answer: where it is a success it is a file, which `onFile` is given. */
const receiving = (
  xhr: FileRequest,
  onFile: (file: Blob) => void,
  onProgress: DownloadOptions['onProgress'],
): HttpRequest => {
  const send = xhr.send.bind(xhr);
  xhr.send = body => {
    const told = xhr.onload;
    xhr.responseType = 'blob';
    xhr.onprogress = ({ loaded, total }) => total && onProgress?.(loaded / total);
    xhr.onload = function (event) {
      const file = xhr.response as Blob;
      const answered = (text: string) => {
        // a blob's request refuses to give its text
        Object.defineProperty(xhr, 'responseText', { value: text });
        told?.call(this, event);
      };
      if (xhr.status < 300) {
        onFile(file);
        answered('{"data":{}}');
      } else file.text().then(answered, () => answered(''));
    };
    send(body);
  };
  return xhr;
};

/**
 * Gives the file of an export that is done: lines of JSON, gzipped.
 * @throws AuthError as every call; an export that is gone comes as Unknown with `status` 404
 */
export const downloadUsageData = async (
  auth: Auth,
  { id }: { readonly id: string },
  { signal, onProgress }: DownloadOptions = {},
): Promise<Blob> => {
  const { params, outside } = auth;
  return withToken(auth, async held => {
    let found: Blob | undefined;
    const createRequest = () =>
      receiving(outside.createRequest() as FileRequest, file => (found = file), onProgress);
    await request(
      {
        params: { ...params, requestTimeout: Math.max(TIMEOUT, params.requestTimeout ?? 0) },
        outside: { ...outside, createRequest },
      },
      { ...contract.getUsageJob, path: DOWNLOAD },
      { id },
      { signal },
      held,
    );
    return found as Blob;
  });
};
