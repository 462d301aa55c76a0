export type { Environment } from '@rollcall/contract';
export { device } from './device.ts';
export { type AnswerFacts, CaptchaError } from './errors.ts';
export type { Language } from './overlay.ts';
export type { ClientParams } from './params.ts';
export type { HttpRequest } from './request.ts';
export { type Callbacks, type Verified, type VerifyOptions, verify } from './verify.ts';
