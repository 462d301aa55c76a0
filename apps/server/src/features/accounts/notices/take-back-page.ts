/**
 * `/take-back/TOKEN`: the link in the message about a change of how a person signs in. The page lists what will be restored,
 * and restores it when its button is pressed; opening it changes nothing, because mail scanners open links.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../../http/escape-html.ts';
import { pageLanguage } from '../../../http/language.ts';
import {
  addLinkPage,
  buttonForm,
  paragraph,
  sendLinkPage,
  type TokenRequest,
} from '../../../http/link-page.ts';
import { maskEmail, maskPhone } from '../../../platform/mask.ts';
import { fill, type Words } from '../../../platform/words.ts';
import type { SignInState } from './sign-in-state.ts';
import type { TakeBacks } from './take-back.ts';

const en = {
  title: 'Take the change back',
  ask: 'If you did not make this change, take it back. Later changes are taken back with it:',
  phone: 'The phone number becomes {value} again',
  email: 'The e-mail address becomes {value} again',
  username: 'The username becomes {value} again',
  none: '(none)',
  password: 'The password becomes the one before the change',
  wechat: 'WeChat is connected as it was before the change',
  qq: 'QQ is connected as it was before the change',
  deletion: 'The deletion of the account is requested or not as it was before the change',
  factors: 'Passkeys and the authenticator app become as they were before the change',
  secondFactorOn: 'Two-step verification is turned on again',
  secondFactorOff: 'Two-step verification is turned off again',
  sessions: 'All devices are signed out, and all recovery codes are void',
  button: 'Take the change back',
  done: 'The change was taken back, and all devices are signed out. Reset your password now.',
  lost: 'Another account has some of your ways to sign in by now, so they could not be restored. Please contact the school.',
  reset: 'Reset the password',
  over: 'This link was used or has expired. If something is still wrong with your account, reset the password.',
};

export type TakeBackWords = typeof en;

export const takeBackWords: Words<TakeBackWords> = {
  en,
  'zh-CN': {
    title: '撤销更改',
    ask: '如果这项更改不是你本人操作，请撤销。此后的更改会一并撤销：',
    phone: '手机号恢复为 {value}',
    email: '邮箱恢复为 {value}',
    username: '用户名恢复为 {value}',
    none: '（未设置）',
    password: '密码恢复为更改前的密码',
    wechat: '微信的绑定恢复为更改前的状态',
    qq: 'QQ 的绑定恢复为更改前的状态',
    deletion: '注销申请恢复为更改前的状态',
    factors: '通行密钥和验证器应用恢复为更改前的状态',
    secondFactorOn: '两步验证恢复为开启',
    secondFactorOff: '两步验证恢复为关闭',
    sessions: '账号在所有设备上退出登录，恢复码全部失效',
    button: '撤销更改',
    done: '更改已撤销，账号已在所有设备上退出登录。请立即重设密码。',
    lost: '部分登录方式已被其他账号使用，无法恢复。请联系学校。',
    reset: '重设密码',
    over: '此链接已使用或已过期。如果账号仍有异常，请重设密码。',
  },
};

const masks = { phone: maskPhone, email: maskEmail, username: (name: string) => name } as const;

const idsOf = ({ factors }: SignInState): string =>
  JSON.stringify([factors?.totp?.id, factors?.passkeys.map(({ id }) => id)]);

/** A line for each thing that differs. */
const linesOf = (own: TakeBackWords, before: SignInState, now: SignInState): string[] => {
  const value = (state: SignInState, kind: 'phone' | 'email' | 'username') =>
    state.identifiers.find(one => one.kind === kind)?.value;
  const bound = (state: SignInState, provider: 'wechat' | 'qq') =>
    JSON.stringify(state.identities.filter(one => one.provider === provider));
  return [
    ...(['phone', 'email', 'username'] as const).flatMap(kind => {
      const was = value(before, kind);
      if (was === value(now, kind)) return [];
      return [fill(own[kind], { value: was === undefined ? own.none : masks[kind](was) })];
    }),
    ...(before.password_hash === now.password_hash ? [] : [own.password]),
    ...(['wechat', 'qq'] as const).flatMap(provider =>
      bound(before, provider) === bound(now, provider) ? [] : [own[provider]],
    ),
    ...(before.deletion_due_at === now.deletion_due_at ? [] : [own.deletion]),
    ...(!before.factors || idsOf(before) === idsOf(now) ? [] : [own.factors]),
    ...(before.second_factor === now.second_factor
      ? []
      : [before.second_factor === false ? own.secondFactorOff : own.secondFactorOn]),
    own.sessions,
  ];
};

export const addTakeBackPage = (
  server: FastifyInstance,
  { takeBacks, words }: { readonly takeBacks: TakeBacks; readonly words: Words<TakeBackWords> },
): void => {
  const reset = (own: TakeBackWords) => `<p><a href="/reset">${escapeHtml(own.reset)}</a></p>`;
  const over = (request: TokenRequest, reply: FastifyReply) =>
    sendLinkPage(request, reply, words, own => `${paragraph(own.over)}\n${reset(own)}`, 410);

  addLinkPage(server, '/take-back/:token', {
    open: async (request, reply) => {
      const found = await takeBacks.look(request.params.token);
      if (!found) return over(request, reply);
      return sendLinkPage(request, reply, words, own => {
        const lines = linesOf(own, found.before, found.now).map(line => `<li>${escapeHtml(line)}</li>`);
        return `${paragraph(own.ask)}\n<ul>${lines.join('')}</ul>\n${buttonForm(own.button)}`;
      });
    },
    submit: async (request, reply) => {
      const lost = await takeBacks.take(request.params.token, pageLanguage(request.headers));
      if (!lost) return over(request, reply);
      return sendLinkPage(
        request,
        reply,
        words,
        own => `${paragraph(own.done)}\n${lost.length > 0 ? `${paragraph(own.lost)}\n` : ''}${reset(own)}`,
      );
    },
  });
};
