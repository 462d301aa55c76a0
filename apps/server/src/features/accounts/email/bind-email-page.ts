/**
 * `/bind-email/TOKEN`: the page of the link in the message to an address that is to be bound. It names the account that asks, and asks
 * for the digits that are shown where the message was asked for. Opening it changes nothing, because mail scanners open links; it
 * signs nobody in.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../../http/escape-html.ts';
import { addLinkPage, paragraph, sendLinkPage, type TokenRequest } from '../../../http/link-page.ts';
import { maskEmail } from '../../../platform/mask.ts';
import { fill, type Words } from '../../../platform/words.ts';
import type { Codes } from '../codes/codes.ts';
import { DIGITS, type EmailLinks, type OpenLink } from '../codes/email-links.ts';

const en = {
  title: 'Confirm the e-mail address',
  ask: 'The account {account} asks to add the address {email}.',
  means:
    'This address can then sign in to that account and reset its password, and no other account can be made with it.',
  label: `The ${DIGITS} digits shown on the page where you asked for this (not the code in the message)`,
  button: 'Confirm',
  warning:
    'Go on only if you are using that account yourself and see the digits on your own screen. If somebody told you the digits by phone, text message or chat, do not type them: it is a fraud.',
  refuse: 'I did not ask for this',
  wrong: 'These digits are wrong; {left} tries are left. Compare them with the page where you asked.',
  wrongBeforeLast: 'These digits are wrong; one try is left. Compare them with the page where you asked.',
  confirmed:
    'Confirmed. Go back to the page where you asked: it goes on by itself. If it was closed, open it again and type your address and the code of the message.',
  close: 'Nobody is signed in here; you can close this page.',
  refused: 'The request is cancelled. Your address was not added, and the code in the message is void.',
  over: 'This link was used, cancelled or has expired, the digits were wrong three times, or there is a newer link. Go back to the page where you asked, and type the code of the message or ask for another one.',
  unnamed: '(signed in by WeChat or QQ)',
};

export type BindEmailWords = typeof en;

export const bindEmailWords: Words<BindEmailWords> = {
  en,
  'zh-CN': {
    title: '确认绑定邮箱',
    ask: '账号 {account} 申请绑定邮箱 {email}。',
    means: '绑定后，此邮箱可用于登录该账号、重设其密码，并且不能再注册其他账号。',
    label: `申请绑定的页面上显示的 ${DIGITS} 位数字（不是邮件中的验证码）`,
    button: '确认绑定',
    warning:
      '仅当你本人正在操作该账号，并在自己的屏幕上看到数字时，才能继续。如果数字是别人通过电话、短信或聊天告诉你的，请勿输入，谨防诈骗。',
    refuse: '不是我申请的',
    wrong: '数字不正确，还可以再试 {left} 次。请核对申请绑定的页面上显示的数字。',
    wrongBeforeLast: '数字不正确，还可以再试 1 次。请核对申请绑定的页面上显示的数字。',
    confirmed:
      '已确认。请回到申请绑定的页面，绑定会自动完成。如果那个页面已关闭，请重新打开，填写邮箱和邮件中的验证码。',
    close: '此页不会登录账号，可以关闭。',
    refused: '申请已取消，你的邮箱没有被绑定，邮件中的验证码也已失效。',
    over: '此链接已使用、已过期或已取消，或者数字输错了 3 次，或者已有新的链接。请回到申请绑定的页面，输入邮件中的验证码，或重新获取。',
    unnamed: '（通过微信或 QQ 登录）',
  },
};

type Outcome = OpenLink & { readonly wrong: boolean };

const formOf = (own: BindEmailWords, { account, email, left, wrong }: Outcome): string =>
  [
    paragraph(fill(own.ask, { account: account ?? own.unnamed, email: maskEmail(email) })),
    paragraph(own.means),
    paragraph(own.warning),
    '<form method="post">',
    wrong ? paragraph(left === 1 ? own.wrongBeforeLast : fill(own.wrong, { left }), ' role="alert"') : '',
    `<p><label for="digits">${escapeHtml(own.label)}</label><br>`,
    `<input id="digits" name="digits" inputmode="numeric" autocomplete="off" required maxlength="16"${wrong ? ' aria-invalid="true"' : ''}></p>`,
    `<p><button type="submit" class="first">${escapeHtml(own.button)}</button></p></form>`,
    // A form of its own: the Enter key in the field must not cancel, nor the button ask for digits.
    `<form method="post"><p><button type="submit" name="act" value="refuse">${escapeHtml(own.refuse)}</button></p></form>`,
  ].join('\n');

/** As typed by any input method: full-width digits, spaces. */
const digitsIn = (typed: string): string => typed.normalize('NFKC').replace(/\s/gu, '');

export const addBindEmailPage = (
  server: FastifyInstance,
  {
    links,
    codes,
    words,
  }: {
    readonly links: EmailLinks;
    readonly codes: Pick<Codes, 'end'>;
    readonly words: Words<BindEmailWords>;
  },
): void => {
  const over = (request: TokenRequest, reply: FastifyReply) =>
    sendLinkPage(request, reply, words, own => paragraph(own.over), 410);
  const ask = async (request: TokenRequest, reply: FastifyReply, wrong: boolean) => {
    const link = await links.look(request.params.token);
    if (!link) return over(request, reply);
    return sendLinkPage(request, reply, words, own => formOf(own, { ...link, wrong }), wrong ? 400 : 200);
  };

  addLinkPage(server, '/bind-email/:token', {
    bodyLimit: 256,
    open: (request, reply) => ask(request, reply, false),
    submit: async (request, reply, fields) => {
      const { token } = request.params;
      if (fields.get('act') === 'refuse') {
        const refused = await links.refuse(token);
        if (!refused) return over(request, reply);
        await codes.end('bind', refused.email, refused.code);
        return sendLinkPage(request, reply, words, own => paragraph(own.refused));
      }
      const digits = digitsIn(fields.get('digits') ?? '');
      // No try at the digits, so not counted as one.
      if (!/^\d{4}$/.test(digits)) return ask(request, reply, true);
      const outcome = await links.confirm(token, digits);
      if (outcome === 'wrong') return ask(request, reply, true);
      if (outcome === undefined) return over(request, reply);
      return sendLinkPage(
        request,
        reply,
        words,
        own => `${paragraph(own.confirmed)}\n${paragraph(own.close)}`,
      );
    },
  });
};
