/** The records of one append as one message of the stream, so that all of them are kept or none: each behind its length (32 bits, little endian). */
import { type LogRecord, type NewRecord, type Offset, recordLength } from '../../../events/log/event-log.ts';

const HEADER = 4;

/** Bytes of the message. */
export const messageLength = (records: readonly NewRecord[]): number =>
  records.reduce((sum, record) => sum + HEADER + recordLength(record), 0);

export const writeMessage = (records: readonly NewRecord[]): Buffer => {
  const message = Buffer.allocUnsafe(messageLength(records));
  let at = 0;
  for (const record of records) {
    at = message.writeUInt32LE(recordLength(record), at);
    for (const piece of Buffer.isBuffer(record) ? [record] : record) at += piece.copy(message, at);
  }
  return message;
};

/**
 * The records of a message.
 * @param offset the message's, which all of its records have
 * @returns a message of another form as one record, which no reader knows: it is put aside, and nothing waits for it
 */
export const readMessage = (message: Uint8Array, offset: Offset): LogRecord[] => {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const records: LogRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + HEADER;
    const end = start <= bytes.length ? start + bytes.readUInt32LE(at) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) return [{ offset, bytes }];
    records.push({ offset, bytes: bytes.subarray(start, end) });
    at = end;
  }
  return records;
};
