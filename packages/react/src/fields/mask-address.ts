/** The masked address that a code was sent to. */

/** Masks the middle of a phone number, or all of an e-mail address but its first letter and its host. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2').replace(/^(.)[^@]*@/u, '$1***@');
