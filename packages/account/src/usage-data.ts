/** The account's usage data: its consents, export and erasure. */
/* oxlint-disable unicorn/prefer-add-event-listener -- the handlers that `request` sets are called through */
import * as contract from '@rollcall/contract';
import type { Auth } from './client.ts';
import type { CallOptions, ClientMethod } from './call-types.ts';
import { method } from './method.ts';
import type { HttpRequest } from './browser-environment.ts';
import { request } from './request.ts';
import { withToken } from './token-attempt.ts';

/**
 * The changes of consents on the caller's account, newest first, 100 at most.
 * @example const consents = await getUsageConsents(auth);
 * @see `docs/data.md`
 */
export const getUsageConsents: ClientMethod<typeof contract.getUsageConsents> = method(
  contract.getUsageConsents,
);
/**
 * Starts an export of all events of the caller, or returns the running one.
 * @example const { id } = await exportUsageData(auth);
 * @see `docs/data.md`
 */
export const exportUsageData: ClientMethod<typeof contract.exportUsageData> = method(
  contract.exportUsageData,
);
/**
 * Starts the erasure of all events of the caller, or returns the running one.
 * @example const { id } = await eraseUsageData(auth);
 * @see `docs/data.md`
 */
export const eraseUsageData: ClientMethod<typeof contract.eraseUsageData> = method(contract.eraseUsageData);
/**
 * Lists the caller's exports and erasures, the newest first.
 * @example const jobs = await getUsageJobs(auth);
 * @see `docs/data.md`
 */
export const getUsageJobs: ClientMethod<typeof contract.getUsageJobs> = method(contract.getUsageJobs);
/**
 * Reads one of the caller's exports or erasures.
 * @example const { state } = await getUsageJob(auth, { id });
 * @see `docs/data.md`
 */
export const getUsageJob: ClientMethod<typeof contract.getUsageJob> = method(contract.getUsageJob);
/**
 * Cancels an export or an erasure that is not done. Events that are erased already stay erased.
 * @example const { state } = await cancelUsageJob(auth, { id });
 * @see `docs/data.md`
 */
export const cancelUsageJob: ClientMethod<typeof contract.cancelUsageJob> = method(contract.cancelUsageJob);

/** Not a call of the contract: the answer is a file. */
const DOWNLOAD = '/usage/v1/data/download';
/** The least time-out of a download in milliseconds. */
const TIMEOUT = 600_000;

export interface DownloadOptions extends Pick<CallOptions, 'retries'> {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share that has been received, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** The text itself, not gzipped. `onProgress` is not called then: its length is not known beforehand. @default false */
  readonly plain?: boolean | undefined;
}

/** A request whose answer can be read as a Blob. */
type FileRequest = HttpRequest & Pick<XMLHttpRequest, 'responseType' | 'response' | 'onprogress'>;

/** Passes a successful answer to `onFile` as a Blob; any other answer stays text for `request`. */
const receiving = (
  xhr: FileRequest,
  onFile: (file: Blob) => void,
  onProgress: DownloadOptions['onProgress'],
): HttpRequest => {
  const send = xhr.send.bind(xhr);
  xhr.send = body => {
    const { onload } = xhr;
    xhr.responseType = 'blob';
    xhr.onprogress = ({ loaded, total }) => total && onProgress?.(loaded / total);
    xhr.onload = function (event) {
      const file = xhr.response as Blob;
      const answered = (text: string) => {
        // `responseText` throws while `responseType` is `blob`.
        Object.defineProperty(xhr, 'responseText', { value: text });
        onload?.call(this, event);
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
 * Downloads the file of a finished export: JSON lines, gzipped unless `plain`.
 *
 * @throws AuthError as every call; Unknown with `status` 404 once the export has expired
 * @example const file = await downloadUsageData(auth, { id });
 * @see `docs/data.md`
 */
export const downloadUsageData = async (
  auth: Auth,
  { id }: { readonly id: string },
  { signal, onProgress, retries, plain = false }: DownloadOptions = {},
): Promise<Blob> => {
  const { params, browser } = auth;
  return withToken(auth, contract.getUsageJob, retries, async held => {
    let found: Blob | undefined;
    const createRequest = () =>
      receiving(browser.createRequest() as FileRequest, file => (found = file), onProgress);
    await request(
      {
        params: { ...params, requestTimeout: Math.max(TIMEOUT, params.requestTimeout ?? 0) },
        browser: { ...browser, createRequest },
      },
      { ...contract.getUsageJob, path: DOWNLOAD },
      { id, ...(plain ? { plain: '1' } : {}) },
      { signal },
      held,
    );
    return found as Blob;
  });
};
