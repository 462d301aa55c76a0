/** The six figures of a code, and the number that they were sent to. */

/** What was typed or pasted, as ASCII figures only, at most six. */
export const codeDigits = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '').slice(0, 6);

/** A number of which only the ends can be read, or an address of which only the first letter and the host can. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2').replace(/^(.)[^@]*@/u, '$1***@');
