/** QQ's documented return codes of the website sign-in. */
export const qqErrors = {
  '100000': 'param response_type is wrong or lost',
  '100001': 'param client_id is wrong or lost',
  '100002': 'param client_secret is wrong or lost',
  '100004': 'param grant_type is wrong or lost',
  '100005': 'param code is wrong or lost',
  '100007': 'param access token is wrong or lost',
  '100008': 'client id is wrong',
  '100009': 'client secret is illegal',
  '100010': 'redirect uri is illegal',
  '100013': 'access token is illegal',
  '100014': 'access token is expired',
  '100015': 'access token is revoked',
  '100016': 'access token check failed',
  '100019': 'code to access token error',
  '100020': 'code is reused error',
  '100021': 'get access token error',
  '100030': 'the user has not authorised this api',
  '100031': 'the application may not use this api',
} as const satisfies Record<string, string>;

export type QqError = keyof typeof qqErrors;
