/** Sends a file; no call of the contract has a body that is read as a stream. */
import { importUpload } from '@rollcall/contract/console';
import { Refused, refusedBy } from '../client/refused.ts';

/** @throws Refused */
export const uploadImport = async (
  file: File,
  pid: string,
  signal: AbortSignal,
): Promise<{ readonly id: string }> => {
  const query = new URLSearchParams({ name: file.name.slice(0, 200), pid });
  const answer = await fetch(`${importUpload.path}?${query.toString()}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof TypeError ? new Refused('Unreachable') : error;
  });
  const body = (await answer.json().catch(() => undefined)) as { data?: { id: string } } | undefined;
  if (answer.ok && body?.data) return body.data;
  throw refusedBy(answer.status, body, answer.headers.get('x-request-id'));
};
