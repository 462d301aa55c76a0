import { afterEach, describe, expect, it } from 'vitest';
import { mailOf } from './mail.ts';
import type { Message } from './messages.ts';
import type { SmtpSettings } from './settings.ts';
import { createSmtpSender } from './smtp.ts';
import { makeCertificate } from './testing/certificate.ts';
import type { Gateway } from './testing/gateway.ts';
import { type MailServerOptions, serveMail } from './testing/mail-server.ts';

const certificate = makeCertificate();
const message: Message = {
  to: 'alice@example.com',
  channel: 'email',
  purpose: 'email',
  code: '012345',
  language: 'zh-CN',
};

let server: Gateway;
const serve = async (options: Omit<MailServerOptions, 'certificate'>) => {
  server = await serveMail({ ...options, certificate });
};
afterEach(() => server.stop());

const sender = (tls: SmtpSettings['tls'], more: Partial<SmtpSettings> = {}) =>
  createSmtpSender(
    {
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
      tls,
      user: undefined,
      password: undefined,
      from: { name: '点名', address: 'no-reply@school.example' },
      ca: certificate.cert,
      ...more,
    },
    20_000,
  );

/** The mail that the server took: its head, and its parts by type. */
const received = () => {
  const raw = String(server.accepted[0]?.fields['message']);
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const boundary = /boundary="(.+?)"/.exec(head)?.[1] ?? '';
  const parts = new Map<string, string>();
  for (const part of rest.join('\r\n\r\n').split(`--${boundary}`)) {
    const [, type = '', partHead = '', body = ''] =
      /^\s*(?=[\s\S]*?Content-Type: ([\w/]+))([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(part) ?? [];
    const encoding = /Content-Transfer-Encoding: (\S+)/.exec(partHead)?.[1];
    if (type) parts.set(type, decode(body, encoding));
  }
  return { head, parts };
};
const decode = (body: string, encoding: string | undefined): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

describe('transport', () => {
  it('uses STARTTLS before it logs in or sends anything', async () => {
    await serve({ tls: 'starttls', login: { user: 'rollcall', password: 'p@ss word' } });
    await sender('starttls', { user: 'rollcall', password: 'p@ss word' }).send(message);
    expect(server.accepted).toEqual([expect.objectContaining({ to: 'alice@example.com' })]);
    expect(server.accepted[0]?.fields['encrypted']).toBe(true);
  });

  it('goes over TLS from the first byte', async () => {
    await serve({ tls: 'implicit' });
    await sender('implicit').send(message);
    expect(server.accepted[0]?.fields['encrypted']).toBe(true);
  });

  it('sends nothing in clear where TLS is demanded and not offered', async () => {
    await serve({ tls: 'none' });
    await expect(sender('starttls').send(message)).rejects.toMatchObject({ name: 'SenderError' });
    expect(server.accepted).toEqual([]);
  });

  it.each(['starttls', 'implicit'] as const)(
    'sends nothing to a server whose certificate is not trusted (%s)',
    async tls => {
      await serve({ tls });
      await expect(sender(tls, { ca: undefined }).send(message)).rejects.toMatchObject({
        name: 'SenderError',
      });
      expect(server.accepted).toEqual([]);
    },
  );

  it('fails with a wrong password, and does not show it', async () => {
    await serve({ tls: 'starttls', login: { user: 'rollcall', password: 'right' } });
    const sending = sender('starttls', { user: 'rollcall', password: 'hush' }).send(message);
    await expect(sending).rejects.toThrow(/^smtp: EAUTH .*535$/);
    await expect(sending).rejects.not.toThrow(/hush/);
  });
});

describe('the mail', () => {
  it.each(['zh-CN', 'en'] as const)(
    'is text and HTML in %s, with the code in both and not in the subject',
    async language => {
      await serve({ tls: 'none' });
      await sender('none').send({ ...message, language });
      const { head, parts } = received();
      const wanted = mailOf({ ...message, language });
      expect(parts.get('text/plain')?.trim()).toBe(wanted.text.trim());
      expect(parts.get('text/html')?.trim()).toBe(wanted.html.trim());
      expect(wanted.text).toContain('012345');
      expect(wanted.html).toContain(`<html lang="${language}">`);
      expect(wanted.html).toContain('>012345<');
      expect(wanted.subject).not.toContain('012345');
      expect(head).toContain('Auto-Submitted: auto-generated');
      expect(head).toMatch(/^From: =\?UTF-8\?\S+\?= <no-reply@school\.example>\r$/m);
      expect(head).toMatch(/^To: alice@example\.com\r$/m);
    },
  );

  it.each(['zh-CN', 'en'] as const)(
    'without a code says that the address has no account, in %s',
    async language => {
      await serve({ tls: 'none' });
      const given = { ...message, code: undefined, language };
      await sender('none').send(given);
      const wanted = mailOf(given);
      expect(received().parts.get('text/html')?.trim()).toBe(wanted.html.trim());
      expect(wanted.subject).toBe(
        { 'zh-CN': '这个邮箱没有账号', en: 'No account at this address' }[language],
      );
      expect(`${wanted.text}${wanted.html.replace(/<[^>]*>/g, '')}`).not.toMatch(/\d|undefined/);
    },
  );

  it.each(['a,b@example.com', "o'hara+x@example.com", 'a;b@example.com', '名字@example.com'])(
    'to %s goes there and nowhere else',
    async to => {
      await serve({ tls: 'none' });
      await sender('none').send({ ...message, to });
      expect(server.accepted.map(mail => mail.to.replaceAll('"', ''))).toEqual([to]);
    },
  );
});
