/** Mail by SMTP, over TLS unless the settings say otherwise. */
import { mailOf, noticeMailOf } from './mail.ts';
import type { Mail, Sender } from './messages.ts';
import type { SmtpSettings } from './settings.ts';
import { createVendorSender } from './vendor.ts';
import { messageWords } from './words.ts';

/** Milliseconds that a server gets to close a connection that we ended. */
const CLOSE = 1000;

/**
 * Makes the sender of mail. A connection for each message: one that is kept would hand a message over after its time
 * was up. The client is loaded with the first message.
 */
export const createSmtpSender = (settings: SmtpSettings, timeoutMs: number, words = messageWords): Sender => {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    const { host, port, tls, user, password, ca } = settings;
    return createTransport({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      socketCloseTimeout: CLOSE,
      // Nothing of a message is ever a path or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const deliver = async (to: string, mail: Mail, signal: AbortSignal): Promise<void> => {
    const transport = await connect();
    await transport.sendMail({
      ...mail,
      from: settings.from,
      // An object is one address; a text would be parsed, and "a,b@example.com" would become two people.
      to: { name: '', address: to },
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal,
    });
  };
  return createVendorSender({
    name: 'smtp',
    channels: ['email'],
    timeoutMs,
    // no such mailbox, and a name that no mailbox has
    ofRecipient: ['EENVELOPE RCPT TO 550', 'EENVELOPE RCPT TO 553'],
    call: (message, signal) => deliver(message.to, mailOf(message, words), signal),
    notices: {
      serves: ({ channel }) => channel === 'email',
      call: (notice, signal) => deliver(notice.to, noticeMailOf(notice, words), signal),
    },
    mail: deliver,
    // the greeting, TLS and the password
    probe: async () => {
      await (await connect()).verify();
    },
  });
};
