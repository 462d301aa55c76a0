/** The paths and documented errors of group bots. */
export const botErrors = {
  dingtalk: {
    path: '/robot/send',
    errors: {
      '-1': 'system busy',
      '300005': 'token is not exist',
      '310000': 'sign not match',
      '400102': 'robot is disabled',
      '400105': 'msgtype is not support',
      '130101': 'send too fast, exceed 20 times per minute',
    },
    unknown: '300005',
    form: '400105',
    limit: '130101',
  },
  feishu: {
    path: '/open-apis/bot/v2/hook/:token',
    errors: {
      '9499': 'Bad Request',
      '11232': 'create message trigger rate limit',
      '19001': 'param invalid: incoming webhook access token invalid',
      '19021': 'sign match fail or timestamp is not within one hour from current time',
      '19024': 'Key Words Not Found',
    },
    unknown: '19001',
    form: '9499',
    limit: '11232',
  },
  wecom: {
    path: '/cgi-bin/webhook/send',
    errors: {
      '-1': 'system busy',
      '40008': 'invalid message type',
      '40058': 'invalid Request Parameter: markdown.content exceed max length 4096',
      '45009': 'api freq out of limit',
      '93000': 'invalid webhook url',
    },
    unknown: '93000',
    form: '40008',
    limit: '45009',
  },
} as const;

export type BotVendor = keyof typeof botErrors;
