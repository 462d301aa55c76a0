/** Chinese text has a space beside letters and digits: a name that is filled in may be either. */
export const spaced = (text: string): string =>
  text
    .replace(/(\p{Script=Han})([A-Za-z0-9])/gu, '$1 $2')
    .replace(/([A-Za-z0-9])(\p{Script=Han})/gu, '$1 $2');
