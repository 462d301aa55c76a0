/** A line of a stack as Chromium (`at f (url:1:2)`), Firefox and Safari (`f@url:1:2`) write it. */
const LINE = /^\s*(?:at )?(?:(.*?) ?[@(])?([\w-]+:\/\/\S+?)(:\d+:\d+)\)?$/;

/**
 * The frames of this site's own scripts, as the beacon has them, one a line: `function@/path:line:column`.
 *
 * @param own the path from the host's root of an address of this site, undefined for another's
 * @returns undefined where the stack is another's alone: an extension's, or an embedded script's.
 */
export const ownFrames = (
  stack: string,
  own: (address: string) => string | undefined,
): string[] | undefined => {
  const frames: string[] = [];
  let others = false;
  for (const line of stack.split('\n')) {
    const [, called = '', address, place] = LINE.exec(line) ?? [];
    if (!address) continue;
    const path = own(address);
    if (path) frames.push(`${called}@${path}${place}`);
    else others = true;
  }
  return frames[0] || !others ? frames : undefined;
};

/** What may name a person, or is a secret: e-mail addresses, queries of addresses, long tokens and numbers. */
const NAMES = /[^\s@]+@[^\s@]+|\?\S*=\S*|(?=[\w-]*\d)[\w-]{20,}|\d{5,}/g;

/** The first 300 characters of a text, without what may name a person. */
export const withoutNames = (text: string): string => text.slice(0, 2000).replace(NAMES, '*').slice(0, 300);
