/** Upper bound of a value's length as JSON, without serialising it. */

/** Maximum depth of an event: each level takes two of its 1666 characters. */
const DEEPEST = 900;
/** Longer texts are scanned; each character of a shorter one counts as six. */
const SHORT = 48;
// Lone surrogates and control characters are written as \uXXXX, quotes and backslashes with a backslash.
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const textAtMost = (text: string): number =>
  2 + (text.length > SHORT && plain.test(text) ? text.length : 6 * text.length);

/** @returns a length that `JSON.stringify` of a value out of `JSON.parse` does not exceed; Infinity where it is very deep */
export const jsonLengthAtMost = (value: unknown, depth = 0): number => {
  switch (typeof value) {
    case 'string':
      return textAtMost(value);
    case 'number':
      // As -0.0000012345678901234567.
      return 25;
    case 'object': {
      if (value === null) return 4;
      if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
      let length = 2;
      if (Array.isArray(value)) {
        for (const item of value) length += jsonLengthAtMost(item, depth + 1) + 1;
        return length;
      }
      for (const name in value) {
        length +=
          textAtMost(name) + jsonLengthAtMost((value as Record<string, unknown>)[name], depth + 1) + 2;
      }
      return length;
    }
    default:
      return 5;
  }
};
