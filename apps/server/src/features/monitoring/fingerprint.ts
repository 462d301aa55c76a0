/** What makes two script errors the same: what they say, and where they happen. */
import { createHash } from 'node:crypto';
import type { ReadableFrame } from '@rollcall/contract/console';

/** Own frames that count. */
const FRAMES = 3;

/** A message without what differs from time to time: numbers, quoted texts, ids, addresses. */
export const normalised = (message: string): string =>
  message
    .replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '<url>')
    .replace(/(["'`“‘])(?:(?!\1).){0,200}?["'`”’]/gu, '<text>')
    .replace(/\b(?=[\da-f-]*\d)[\da-f-]{8,}\b/gi, '<id>')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

/** Without the hash of its content, which is another in each release: `/static/12.abcdef012345.js` is `/static/12.js`. */
const scriptName = (path: string): string => path.replace(/[.-][\da-f]{8,64}(?=\.m?js$)/, '');

/** Without its line, which moves with every release. */
const frameKey = (frame: ReadableFrame): string =>
  frame.mapped ? `${frame.function}@${frame.file}` : scriptName(frame.file);

/** The frames by which an error is known: its own, or whatever there are. */
const relevantFrames = (frames: readonly ReadableFrame[]): readonly ReadableFrame[] => {
  const own = frames.filter(frame => frame.own);
  return (own.length > 0 ? own : frames).slice(0, FRAMES);
};

/** Where it happens, for people. */
export const culpritOf = (frames: readonly ReadableFrame[]): string => {
  const [first] = relevantFrames(frames);
  return first ? `${first.function || '?'} (${first.file}:${first.line})` : '';
};

/** 32 hexadecimal digits; the same for the same error of a product, whatever the release. */
export const fingerprint = (error: {
  readonly product: string;
  readonly name: string;
  readonly message: string;
  readonly frames: readonly ReadableFrame[];
}): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        error.product,
        error.name,
        normalised(error.message),
        relevantFrames(error.frames).map(frameKey),
      ]),
    )
    .digest('hex')
    .slice(0, 32);
