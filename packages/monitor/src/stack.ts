/** A line of a stack as Chromium (`at f (url:1:2)`), Firefox and Safari (`f@url:1:2`) write it. */
const LINE = /^\s*(?:at )?(?:(.*?) ?[@(])?([\w-]+:\/\/\S+?)(:\d+:\d+)\)?$/;

/**
 * Finds the frames of this site's own scripts in a stack.
 *
 * @param ownPath the path of a URL of this site; undefined for another site's
 * @returns frames such as `function@/path:line:column`; undefined if all frames are another site's or an extension's
 */
export const ownFrames = (
  stack: string,
  ownPath: (url: string) => string | undefined,
): string[] | undefined => {
  const frames: string[] = [];
  let others = false;
  for (const line of stack.split('\n')) {
    const [, name = '', url, place] = LINE.exec(line) ?? [];
    if (!url) continue;
    const path = ownPath(url);
    if (path) frames.push(`${name}@${path}${place}`);
    else others = true;
  }
  return frames[0] || !others ? frames : undefined;
};

/** Text that may identify a person or be a secret: e-mail addresses, queries of URLs, long tokens and numbers. */
const PERSONAL = /[^\s@]+@[^\s@]+|\?\S*=\S*|(?=[\w-]*\d)[\w-]{20,}|\d{5,}/g;

/** The first 300 characters of a text, with personal data replaced by `*`. */
export const redact = (text: string): string => text.slice(0, 2000).replace(PERSONAL, '*').slice(0, 300);
