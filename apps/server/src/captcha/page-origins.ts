/** Where the vendors' scripts come from, and what they load in turn: what a page's Content-Security-Policy has to allow. */
import type { CaptchaSettings, VendorName } from './settings.ts';

/** By the vendors' documents; where they name no host of a challenge, the whole domain of its script. */
const hosts: Readonly<Record<VendorName, readonly string[]>> = {
  geetest: ['https://*.geetest.com', 'https://*.geevisit.com', 'https://*.gsensebot.com'],
  tencent: ['https://*.captcha.qcloud.com', 'https://*.captcha.gtimg.com'],
  netease: ['https://cstaticdun.126.net', 'https://cstaticdun1.126.net', 'https://*.dun.163.com'],
  nextdata: ['https://*.fengkongcloud.cn', 'https://*.fengkongcloud.com'],
  aliyun: ['https://g.alicdn.com', 'https://*.aliyuncs.com', 'https://*.aliyun.com'],
};

/** The origins of the vendors that are configured; of one whose script stands elsewhere, that place alone. */
export const pageOrigins = (settings: CaptchaSettings): string[] => [
  ...new Set(
    settings.order.flatMap(name => {
      const script = settings[name]?.script;
      return script === undefined ? hosts[name] : [new URL(script).origin];
    }),
  ),
];
