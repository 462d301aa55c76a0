/** For a school's own servers, Node 20 or newer: checks tokens, calls the API, reports events, reads webhooks. */
export { type ApiClient, type ApiMethods, type ApiOptions, createApi } from './api.ts';
export { ApiError } from './errors.ts';
export {
  type Claims,
  createVerifier,
  TokenError,
  type Verifier,
  type VerifierOptions,
} from './verify-token.ts';
export { type VerifiedWebhook, verifyWebhook, WebhookError, type WebhookHeaders } from './verify-webhook.ts';
export { createUsage, type ServerEvent, type ServerUsage, type UsageOptions } from './usage.ts';
