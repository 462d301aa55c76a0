/** The digits of a code, and the masked address that it was sent to. */

/** The ASCII digits of typed or pasted text, at most six. */
export const codeDigits = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '').slice(0, 6);

/** Masks the middle of a phone number, or all of an e-mail address but its first letter and its host. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2').replace(/^(.)[^@]*@/u, '$1***@');
