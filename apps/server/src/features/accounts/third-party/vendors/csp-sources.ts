/** What WeChat's QR code within a page loads: the vendor's script, and the frame with the pages of the sign-in. */
import type { CspSources } from '../../../../http/security.ts';
import type { ThirdPartySettings } from './settings.ts';

/** @returns no source where no website app is configured */
export const signInSources = ({ wechat }: ThirdPartySettings): CspSources =>
  wechat.apps.length === 0
    ? {}
    : { 'script-src': [wechat.scriptUrl], 'frame-src': [`${wechat.openUrl}/connect/`] };
