/** The origins that WeChat's embedded sign-in loads from. */
import type { CspSources } from '../../../http/security.ts';
import type { ThirdPartySettings } from './settings.ts';

/** @returns no source where WeChat is not configured */
export const signInSources = ({ wechat }: ThirdPartySettings): CspSources =>
  wechat.apps.length === 0
    ? {}
    : { 'script-src': [new URL(wechat.scriptUrl).origin], 'frame-src': [new URL(wechat.openUrl).origin] };
