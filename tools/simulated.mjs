/** The server's variables that point at the simulators' defaults: `npm start` and the browser tests read them here. */

/** WeChat and QQ. */
export const simulatedThirdParties = url => ({
  ROLLCALL_WECHAT_APPS: 'wx0000000000000001:wechat-simulator-secret-0000001',
  ROLLCALL_WECHAT_SERVICE_APPS: 'wx0000000000000011:wechat-simulator-secret-0000011',
  ROLLCALL_WECHAT_URL: `${url}/wechat`,
  ROLLCALL_WECHAT_OPEN_URL: `${url}/wechat`,
  ROLLCALL_QQ_APPS: '100000001:qq-simulator-secret-00000000001',
  ROLLCALL_QQ_URL: `${url}/qq`,
});

/** The two vendors of text messages, in this order. */
export const simulatedMessages = url => ({
  ROLLCALL_SENDERS: 'aliyun,tencent',
  ROLLCALL_ALIYUN_ACCESS_KEY_ID: 'aliyun-simulator-key',
  ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: 'aliyun-simulator-secret',
  ROLLCALL_ALIYUN_SMS_URL: `${url}/aliyun/dysmsapi`,
  ROLLCALL_ALIYUN_SMS_SIGN: 'Rollcall',
  ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_20260109, en=SMS_20260209',
  ROLLCALL_TENCENT_SECRET_ID: 'tencent-simulator-id',
  ROLLCALL_TENCENT_SECRET_KEY: 'tencent-simulator-key',
  ROLLCALL_TENCENT_SMS_URL: `${url}/tencent/sms.tencentcloudapi.com`,
  ROLLCALL_TENCENT_SMS_APP_ID: '1400000001',
  ROLLCALL_TENCENT_SMS_SIGN: 'Rollcall',
  ROLLCALL_TENCENT_SMS_TEMPLATES: '2026019, en=2026029',
});

/** Group bots for alerts; `simulated-bot-0001` with the key `SEC-simulated-bot-0001` is one at each vendor. */
export const simulatedBots = url => ({
  ROLLCALL_DINGTALK_URL: `${url}/dingtalk`,
  ROLLCALL_FEISHU_URL: `${url}/feishu`,
  ROLLCALL_WECOM_URL: `${url}/wecom`,
});

/** The five vendors of human verification, each with the script that browsers load. */
export const simulatedHumanVerification = url => ({
  ROLLCALL_CAPTCHA_VENDORS: 'geetest,tencent,netease,nextdata,aliyun',
  ROLLCALL_GEETEST_ID: 'c0ffee00000000000000000000000001',
  ROLLCALL_GEETEST_KEY: 'geetest0simulator0key00000000001',
  ROLLCALL_GEETEST_URL: `${url}/geetest`,
  ROLLCALL_GEETEST_BYPASS_URL: `${url}/geetest`,
  ROLLCALL_GEETEST_SCRIPT_URL: `${url}/geetest/static/js/gt.0.5.0.js`,
  ROLLCALL_TENCENT_CAPTCHA_APP_ID: '190000001',
  ROLLCALL_TENCENT_CAPTCHA_APP_SECRET: 'tencent-captcha-simulator-key',
  ROLLCALL_TENCENT_CAPTCHA_SECRET_ID: 'tencent-simulator-id',
  ROLLCALL_TENCENT_CAPTCHA_SECRET_KEY: 'tencent-simulator-key',
  ROLLCALL_TENCENT_CAPTCHA_URL: `${url}/tencent/captcha.tencentcloudapi.com`,
  ROLLCALL_TENCENT_CAPTCHA_SCRIPT_URL: `${url}/tencent-captcha/TJCaptcha.js`,
  ROLLCALL_NETEASE_CAPTCHA_ID: 'decade00000000000000000000000001',
  ROLLCALL_NETEASE_CAPTCHA_SECRET_ID: 'netease-simulator-id',
  ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: 'netease-simulator-key',
  ROLLCALL_NETEASE_CAPTCHA_URL: `${url}/netease`,
  ROLLCALL_NETEASE_CAPTCHA_SCRIPT_URL: `${url}/netease/load.min.js`,
  ROLLCALL_NEXTDATA_ORGANIZATION: 'nextdata-simulator',
  ROLLCALL_NEXTDATA_ACCESS_KEY: 'nextdata-simulator-access-key',
  ROLLCALL_NEXTDATA_URL: `${url}/nextdata`,
  ROLLCALL_NEXTDATA_SCRIPT_URL: `${url}/nextdata/pr/v1.0.4/smcp.min.js`,
  ROLLCALL_ALIYUN_CAPTCHA_APP_KEY: 'FFFF0N00000000000001',
  ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_ID: 'aliyun-simulator-key',
  ROLLCALL_ALIYUN_CAPTCHA_ACCESS_KEY_SECRET: 'aliyun-simulator-secret',
  ROLLCALL_ALIYUN_CAPTCHA_URL: `${url}/aliyun/afs`,
  ROLLCALL_ALIYUN_CAPTCHA_SCRIPT_URL: `${url}/awsc/AWSC/AWSC/awsc.js`,
});

/**
 * Simulates what is not configured: WeChat and QQ, and the vendors of human verification, so that every way to sign in and
 * every challenge can be tried. The server knows no more of it than other base URLs. Only in the development environment,
 * and not with `ROLLCALL_SIMULATORS=off`.
 *
 * @param env the environment of the server, which gets the variables
 * @param load gives the simulators' module
 */
export const simulateMissing = async (env, load) => {
  const missing = [
    ['WeChat and QQ', !env.ROLLCALL_WECHAT_APPS && !env.ROLLCALL_QQ_APPS, simulatedThirdParties],
    [
      'group bots',
      !env.ROLLCALL_DINGTALK_URL && !env.ROLLCALL_FEISHU_URL && !env.ROLLCALL_WECOM_URL,
      simulatedBots,
    ],
    ['the vendors of human verification', !env.ROLLCALL_CAPTCHA_VENDORS, simulatedHumanVerification],
  ].filter(([, isMissing]) => isMissing);
  if ((env.ROLLCALL_ENV || 'dev') !== 'dev' || missing.length === 0 || env.ROLLCALL_SIMULATORS === 'off')
    return;
  const { startSimulators } = await load();
  // Any free port: two servers may run side by side.
  const { url } = await startSimulators({ config: { port: 0 } });
  for (const [, , variables] of missing) Object.assign(env, variables(url));
  console.log(`Simulated: ${missing.map(([name]) => name).join('; ')}. Their switches are at ${url}/control`);
};
