import {
  beginThirdParty,
  finishThirdParty,
  getAgreements,
  getThirdParties,
  init,
  loginByQq,
  loginByWechat,
  registerByThirdParty,
  thirdPartiesHere,
} from '@rollcall/account';

const auth = init({
  pid: 'my-school',
  appid: 'web',
  product_code: 'my-school',
  platform: 'web',
  host: 'http://127.0.0.1:8080',
});

/** @param provider `wechat` or `qq` */
export const leaveFor = async provider => {
  const to = thirdPartiesHere(await getThirdParties(auth)).find(one => one.provider === provider);
  if (to) location.assign(beginThirdParty(auth, to, { intent: 'sign-in', returnTo: '/' }));
};

/**
 * Finishes what this browser began.
 *
 * @param confirm shows the agreements, and resolves with whether they are accepted; called for a new account alone
 * @returns the path to continue at; undefined if the person declined
 * @throws AuthError IllegalOperation where the state is not this browser's, or is over
 */
export const comeBack = async confirm => {
  const { provider, code, appid, redirectUri, denied, returnTo } = finishThirdParty(auth, location.href);
  if (denied) return undefined;
  try {
    if (provider === 'wechat') await loginByWechat(auth, { code, appid });
    else await loginByQq(auth, { code, appid, redirect_uri: redirectUri });
  } catch (error) {
    if (error.name !== 'PhoneRequired') throw error;
    const agreements = await getAgreements(auth);
    if (!(await confirm(agreements))) return undefined;
    const { oauth_ticket } = error.body.data;
    const agreement_ids = agreements.length > 0 ? agreements.map(({ id }) => id) : [-1];
    await registerByThirdParty(auth, { oauth_ticket, agreement_ids });
  }
  return returnTo;
};
