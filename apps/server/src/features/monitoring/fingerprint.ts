/** Fingerprints of script errors: by product, name, normalised message and top frames. */
import { createHash } from 'node:crypto';
import type { ReadableFrame } from '@rollcall/contract/console';

/** Number of frames in a fingerprint. */
const FRAMES = 3;

/** Replaces the variable parts of a message: URLs, quoted texts, ids, numbers. */
export const normalised = (message: string): string =>
  message
    .replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '<url>')
    .replace(/(["'`“‘])(?:(?!\1).){0,200}?["'`”’]/gu, '<text>')
    .replace(/\b(?=[\da-f-]*\d)[\da-f-]{8,}\b/gi, '<id>')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

/** Removes the content hash, which changes with each release: `/static/12.abcdef012345.js` becomes `/static/12.js`. */
const scriptName = (path: string): string => path.replace(/[.-][\da-f]{8,64}(?=\.m?js$)/, '');

/** The key of a frame, without its line, which moves with every release. */
const frameKey = (frame: ReadableFrame): string =>
  frame.mapped ? `${frame.function}@${frame.file}` : scriptName(frame.file);

/** The first frames of the site's own code, or of any code if there are none. */
const relevantFrames = (frames: readonly ReadableFrame[]): readonly ReadableFrame[] => {
  const own = frames.filter(frame => frame.own);
  return (own.length > 0 ? own : frames).slice(0, FRAMES);
};

/** The place of an error for display: function, file and line of its first relevant frame. */
export const culpritOf = (frames: readonly ReadableFrame[]): string => {
  const [first] = relevantFrames(frames);
  return first ? `${first.function || '?'} (${first.file}:${first.line})` : '';
};

/** 32 hexadecimal digits, equal for the same error in all releases of a product. */
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

/** The group of a product's errors that are beyond the budgets of new groups; no error has this fingerprint. */
export const othersFingerprint = (product: string): string =>
  createHash('sha256')
    .update(JSON.stringify([product]))
    .digest('hex')
    .slice(0, 32);
