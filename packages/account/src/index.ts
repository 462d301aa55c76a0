export { acceptPerson } from './accept-person.ts';
export { accountId, usageProof } from './account-id.ts';
export * from './account-data.ts';
export * from './agreements.ts';
export { getAuth, init } from './auth.ts';
export type { CallOptions, ClientMethod, FieldsOf } from './call-types.ts';
export type { Auth } from './client.ts';
export * from './codes.ts';
export * from './avatar.ts';
export * from './custom-fields.ts';
export * from './deletion.ts';
export * from './devices.ts';
export * from './notices.ts';
export * from './openid.ts';
export { cookieStorage, cookiesWork } from './cookie-storage.ts';
export * from './email.ts';
export { endedBy } from './ended-by.ts';
export { moveHostCookies } from './host-cookies.ts';
export { type AnswerFacts, AuthError } from './errors.ts';
export { memoryStorage } from './memory-storage.ts';
export type { HttpRequest, Locks, BrowserEnvironment } from './browser-environment.ts';
export type { InitParams } from './params.ts';
export type { Environment } from '@rollcall/contract';
export { codeFrom, emailFrom, identityFrom, phoneNumberFrom, usernameFrom } from '@rollcall/contract';
export * from './minors.ts';
export * from './password.ts';
export * from './phone.ts';
export * from './privacy.ts';
export * from './profile.ts';
export * from './proof.ts';
export { cancelBindings, type Intent, type Return } from './redirect-state.ts';
export * from './registration.ts';
export * from './second-factor.ts';
export * from './sign-in.ts';
export * from './third-party.ts';
export {
  type Beginning,
  beginThirdParty,
  cancelThirdParty,
  finishThirdParty,
  type BrowserKind,
  browserKind,
  thirdPartiesHere,
} from './third-party-flow.ts';
export type { HeldTokens, TokenStorage } from './token-storage.ts';
export * from './tokens.ts';
export * from './usage-data.ts';
export { VERSION } from './version.ts';
