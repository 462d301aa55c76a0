/** The server's variables that point WeChat and QQ at the simulators' default apps. */
export const simulatedThirdParties = url => ({
  ROLLCALL_WECHAT_APPS: 'wx0000000000000001:wechat-simulator-secret-0000001',
  ROLLCALL_WECHAT_URL: `${url}/wechat`,
  ROLLCALL_WECHAT_OPEN_URL: `${url}/wechat`,
  ROLLCALL_QQ_APPS: '100000001:qq-simulator-secret-00000000001',
  ROLLCALL_QQ_URL: `${url}/qq`,
});
