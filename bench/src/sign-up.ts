/** Makes people over HTTP, as the sign-up page does. */
import { calls } from '@rollcall/contract';
import { ok, send } from './load.ts';

export interface Token {
  access: { token: string; type: string };
  refresh: { token: string };
}

/** Signs a number up at a server of development, which shows its messages. */
export const signUp = async (url: string, phone_number: string): Promise<Token> => {
  const asked = { phone_number, pid: 'bench' };
  await ok(send('POST', url + calls.sendRegisterCaptcha.path, asked));
  const { data: agreements } = await ok<{ data: { id: number }[] }>(
    send('GET', `${url}${calls.getAgreements.path}?pid=${asked.pid}`),
  );
  const [message] = await ok<{ code: string }[]>(send('GET', `${url}/dev/messages.json?to=${phone_number}`));
  const { data } = await ok<{ data: { auth: { token: Token } } }>(
    send('POST', url + calls.registerByPhone.path, {
      ...asked,
      captcha: message?.code,
      password: 'Secret#1',
      agreement_ids: agreements.map(({ id }) => id),
    }),
  );
  return data.auth.token;
};
