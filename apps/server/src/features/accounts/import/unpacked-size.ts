/** How large a zip file says that it is unpacked: read of its directory before anything is unpacked. */
import { UnreadableFile } from './unreadable-file.ts';

const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
/** Bytes of the end of the directory, and of its comment at most. */
const END_BYTES = 22;
const COMMENT = 65_535;
/** Bytes of an entry before its name. */
const ENTRY_BYTES = 46;
/** Marks a size that stands elsewhere: a file of more than 4 GB. */
const ZIP64 = 0xff_ff_ff_ff;
/** Marks a number of entries that stands elsewhere. */
const MANY = 0xff_ff;
/** The flag of an entry whose sizes stand behind its bytes too. */
const STREAMED = 8;

/**
 * The sum of what the entries say. The reader unpacks no entry beyond its own word, so an entry that says nothing and has bytes is refused.
 * @throws UnreadableFile where it is no zip file, or one that does not say it
 */
export const unpackedSize = (zip: Buffer): number => {
  const bad = () => new UnreadableFile('xlsx');
  let end = zip.length - END_BYTES;
  const least = Math.max(0, end - COMMENT);
  while (end >= least && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < least) throw bad();
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  // Marks of the form for large files, whose directory stands elsewhere: the reader would unpack by another one than is read here.
  if (entries === MANY || zip.readUInt32LE(end + 12) === ZIP64 || at === ZIP64)
    throw new UnreadableFile('too-large-unpacked');
  let total = 0;
  for (let n = 0; n < entries; n += 1) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY) throw bad();
    const packed = zip.readUInt32LE(at + 20);
    const unpacked = zip.readUInt32LE(at + 24);
    if (packed === ZIP64 || unpacked === ZIP64) throw new UnreadableFile('too-large-unpacked');
    // A streamed entry that says nothing of its packed bytes would be measured by what stands behind them.
    const streamed = (zip.readUInt16LE(at + 8) & STREAMED) !== 0;
    if ((unpacked === 0 && packed > 2) || (streamed && packed === 0)) throw bad();
    total += Math.max(packed, unpacked);
    at += ENTRY_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return total;
};
