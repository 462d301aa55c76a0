/** Answers about second factors. */

/** As long as a real one, which the client checks. */
export const TICKET = 'written'.repeat(7).slice(0, 43);

/** Of an account without any. */
export const noFactors = {
  required: false,
  enabled: false,
  passkeys_available: true,
  totp: null,
  passkeys: [],
  recovery_codes_left: 0,
};
const app = { created_at: 1_789_000_000_000 };
const passkey = (id: string, name: string, used: number | null) => ({
  id,
  name,
  created_at: 1_788_000_000_000,
  last_used_at: used,
});
const passkeys = [
  passkey('1', '书房电脑', 1_789_900_000_000),
  passkey('2', 'Pixel 9 Pro Fold, which I share with my sister', null),
];
/** With an app alone, which cannot be removed where the site demands a second factor. */
export const oneApp = { ...noFactors, enabled: true, totp: app, recovery_codes_left: 10 };
export const manyFactors = { ...noFactors, enabled: true, totp: app, passkeys, recovery_codes_left: 3 };
/** Passkeys that only make signing in easier. */
export const convenience = { ...noFactors, passkeys: passkeys.slice(0, 1) };

export const recoveryCodes = [
  'k7m2p-9xq4w',
  'b3n8v-2htr6',
  'w5c9j-7ykd3',
  'f2x6r-4mzp8',
  'q9d3t-5gvn7',
  'h4z7k-8bcw2',
  'r6y2m-3pxj9',
  'n8g5w-6tqf4',
  'x3v9b-7kdh5',
  'j2p6c-4rym8',
];
/** A made-up secret, in an app's QR code. */
export const totpSetup = {
  ticket: TICKET,
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Rollcall:1024?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Rollcall',
  qr: [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41" shape-rendering="crispEdges"><path fill="#ffffff" ',
    'd="M0 0h41v41H0z"/><path stroke="#000000" d="M2 2.5h7m2 0h1m1 0h1m3 0h1m3 0h2m2 0h2m1 0h3m1 0h7M2 3.5h1m5 ',
    '0h1m1 0h4m1 0h1m2 0h4m1 0h1m5 0h1m2 0h1m5 0h1M2 4.5h1m1 0h3m1 0h1m3 0h4m1 0h2m2 0h1m3 0h2m1 0h1m1 0h1m1 0h1m1 ',
    '0h3m1 0h1M2 5.5h1m1 0h3m1 0h1m4 0h1m6 0h2m3 0h2m1 0h1m1 0h1m1 0h1m1 0h3m1 0h1M2 6.5h1m1 0h3m1 0h1m1 0h1m1 ',
    '0h2m2 0h1m4 0h1m1 0h1m1 0h4m3 0h1m1 0h3m1 0h1M2 7.5h1m5 0h1m2 0h4m1 0h1m1 0h1m1 0h2m1 0h1m1 0h1m2 0h3m1 0h1m5 ',
    '0h1M2 8.5h7m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h7M11 9.5h1m1 0h1m2 0h2m1 ',
    '0h1m3 0h2m2 0h2m1 0h1M2 10.5h1m1 0h1m1 0h1m1 0h1m4 0h2m1 0h1m3 0h1m3 0h2m1 0h4m3 0h1m2 0h1M3 11.5h3m1 0h1m1 ',
    '0h1m1 0h1m2 0h1m1 0h2m1 0h1m3 0h2m3 0h1m4 0h4m1 0h1M3 12.5h1m1 0h2m1 0h2m4 0h1m1 0h1m4 0h2m1 0h4m2 0h2m1 0h2m1',
    ' 0h3M4 13.5h1m2 0h1m4 0h1m1 0h1m1 0h2m1 0h1m1 0h1m1 0h1m3 0h2m3 0h2m2 0h2M5 14.5h2m1 0h8m3 0h2m2 0h3m1 0h1m2 ',
    '0h1m1 0h1m2 0h1m1 0h2M4 15.5h2m3 0h1m1 0h1m1 0h4m1 0h3m1 0h1m1 0h1m2 0h1m3 0h3m1 0h1m2 0h1M8 16.5h6m1 0h1m1 ',
    '0h1m2 0h1m2 0h1m2 0h3m1 0h3m3 0h3M3 17.5h3m1 0h1m2 0h5m1 0h1m1 0h2m5 0h3m1 0h1m2 0h3m2 0h1M2 18.5h1m2 0h4m2 ',
    '0h3m4 0h1m1 0h1m2 0h3m2 0h1m2 0h1M2 19.5h1m1 0h1m1 0h2m1 0h7m1 0h2m4 0h1m6 0h1m1 0h4m2 0h1M3 20.5h2m1 0h1m1 ',
    '0h2m1 0h1m5 0h2m2 0h1m1 0h3m3 0h3m5 0h2M2 21.5h2m2 0h2m1 0h1m1 0h2m2 0h2m1 0h4m1 0h1m1 0h1m1 0h1m1 0h1m2 0h2m1',
    ' 0h1m2 0h1M2 22.5h7m1 0h5m2 0h1m1 0h2m1 0h6m1 0h1m1 0h3m3 0h1M5 23.5h3m3 0h3m2 0h2m4 0h1m1 0h1m1 0h1m3 0h1m1 ',
    '0h2m1 0h1m1 0h2M2 24.5h1m2 0h1m1 0h2m1 0h2m1 0h3m1 0h1m1 0h1m4 0h1m1 0h1m1 0h1m1 0h3m1 0h3m1 0h1M2 25.5h5m2 ',
    '0h5m2 0h2m3 0h7m1 0h2m2 0h2M2 26.5h1m1 0h1m1 0h6m2 0h2m7 0h3m2 0h1m3 0h1m2 0h1m2 0h1M3 27.5h2m1 0h2m2 0h2m4 ',
    '0h2m1 0h1m3 0h2m3 0h1m1 0h1m1 0h1m2 0h4M2 28.5h1m2 0h5m2 0h1m1 0h3m3 0h1m1 0h1m2 0h1m4 0h4m2 0h3M3 29.5h2m7 ',
    '0h1m3 0h2m1 0h2m1 0h2m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1M2 30.5h1m1 0h1m1 0h1m1 0h2m1 0h1m6 0h1m1 0h1m1',
    ' 0h6m1 0h6m2 0h2M10 31.5h1m1 0h2m2 0h1m2 0h1m2 0h3m1 0h2m2 0h1m3 0h1m3 0h1M2 32.5h7m2 0h1m3 0h1m1 0h2m1 0h1m2 ',
    '0h1m3 0h4m1 0h1m1 0h3m1 0h1M2 33.5h1m5 0h1m3 0h2m1 0h2m2 0h2m3 0h2m1 0h2m1 0h1m3 0h1M2 34.5h1m1 0h3m1 0h1m1 ',
    '0h2m1 0h4m1 0h1m1 0h1m2 0h2m2 0h2m1 0h6m1 0h2M2 35.5h1m1 0h3m1 0h1m2 0h1m1 0h1m1 0h6m3 0h1m2 0h2m1 0h1m2 0h2m1',
    ' 0h3M2 36.5h1m1 0h3m1 0h1m1 0h2m1 0h2m2 0h4m1 0h2m1 0h5m3 0h3m2 0h1M2 37.5h1m5 0h1m5 0h1m1 0h1m1 0h3m1 0h10m1 ',
    '0h1m1 0h1m1 0h1M2 38.5h7m1 0h3m2 0h5m3 0h1m2 0h2m2 0h6m1 0h2"/></svg>',
  ].join(''),
};
