/** The vendors' origins, which a page's Content-Security-Policy has to allow: their scripts, and what these load in turn. */
import type { CspSources } from '../../http/security.ts';
import { isLoopback } from '../../messages/hosts.ts';
import type { HumanVerificationSettings, VendorName } from './settings.ts';

/** By the vendors' documents; where they name no host of a challenge, the whole domain of its script if only the vendor has names in it. */
const hosts: Readonly<Record<VendorName, readonly string[]>> = {
  geetest: ['https://*.geetest.com', 'https://*.geevisit.com', 'https://*.gsensebot.com'],
  tencent: ['https://*.captcha.qcloud.com', 'https://*.captcha.gtimg.com', 'https://*.captcha.qq.com'],
  netease: ['https://cstaticdun.126.net', 'https://cstaticdun1.126.net', 'https://*.dun.163.com'],
  nextdata: ['https://*.fengkongcloud.cn', 'https://*.fengkongcloud.com'],
  // Exact ones only: anybody can rent a name below aliyuncs.com.
  aliyun: ['https://g.alicdn.com', 'https://cf.aliyun.com', 'https://ynuf.aliapp.org'],
};

/**
 * The origins of the vendors that are configured. A script that the site keeps elsewhere, as GeeTest advises, still loads
 * the rest from the vendor; one on this machine is a simulator's, and loads it from there.
 */
export const pageOrigins = (settings: HumanVerificationSettings): string[] => [
  ...new Set(
    settings.order.flatMap(name => {
      const script = settings[name]?.script;
      const more = name === 'aliyun' ? (settings.aliyun?.hosts ?? []).map(host => `https://${host}`) : [];
      const own = [...hosts[name], ...more];
      if (script === undefined) return own;
      const { origin, hostname } = new URL(script);
      return isLoopback(hostname) ? [origin] : [origin, ...own];
    }),
  ),
];

/** The vendors' origins as sources of scripts, frames, styles and requests. */
export const verificationSources = (settings: HumanVerificationSettings): CspSources => {
  const origins = pageOrigins(settings);
  return { 'script-src': origins, 'frame-src': origins, 'connect-src': origins, 'style-src': origins };
};
