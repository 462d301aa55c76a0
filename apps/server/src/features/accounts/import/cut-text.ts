/** Cuts a text. PostgreSQL does not store half of a character that is a pair, which is left out. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replaceAll(/\p{Cs}/gu, '');
