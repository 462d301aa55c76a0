/** A file that an operator, or software with a service token, sends as the body of a request. */
import type { Readable } from 'node:stream';

export interface ReceivedFile {
  /** As its sender calls it. */
  readonly name: string;
  readonly pid: string;
  /** Who sends it. */
  readonly by: string;
  readonly bytes: Readable;
}
