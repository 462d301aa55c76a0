/** For tests: a mail server that speaks SMTP with STARTTLS or TLS from the first byte, and AUTH PLAIN. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Accepted, Behaviour, Gateway } from './gateway.ts';

export interface MailServerOptions {
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly certificate: { readonly key: string; readonly cert: string };
  /** Undefined: sending needs no login. */
  readonly login?: { readonly user: string; readonly password: string };
}

/** A mail that was taken: who was named at RCPT TO, and the message. */
const acceptedMail = (
  recipients: readonly string[],
  message: string,
  from: string,
  encrypted: boolean,
): Accepted => ({
  to: recipients.join(' '),
  fields: { from, message, encrypted },
});

export const serveMail = async (options: MailServerOptions): Promise<Gateway> => {
  const sockets = new Set<Socket>();
  const context = createSecureContext(options.certificate);
  const server = createServer(plain => {
    sockets.add(plain);
    plain.on('close', () => sockets.delete(plain));
    // A client that leaves in the middle is what some tests are about.
    plain.on('error', () => {});
    if (options.tls === 'implicit') talk(secure(plain), true);
    else talk(plain, false);
  });
  const secure = (plain: Socket): TLSSocket => {
    const socket = new TLSSocket(plain, { isServer: true, secureContext: context });
    socket.on('error', () => plain.destroy());
    return socket;
  };

  const talk = (socket: Socket, encrypted: boolean, greet = true): void => {
    let buffer = '';
    let from = '';
    let recipients: string[] = [];
    let loggedIn = options.login === undefined;
    let inData = false;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const { behaviour } = gateway;
    if (behaviour === 'hang') return;
    if (behaviour === 'cut') return void socket.destroy();

    const commands: Record<string, (rest: string) => void> = {
      EHLO: () => {
        const starttls = options.tls === 'starttls' && !encrypted ? ['STARTTLS'] : [];
        const lines = ['localhost', ...starttls, ...(options.login ? ['AUTH PLAIN'] : []), 'SMTPUTF8'];
        lines.forEach((line, index) => say(`250${index === lines.length - 1 ? ' ' : '-'}${line}`));
      },
      STARTTLS: () => {
        if (options.tls !== 'starttls' || encrypted) return say('502 5.5.1 no');
        say('220 go ahead');
        socket.removeAllListeners('data');
        talk(secure(socket), true, false);
      },
      AUTH: rest => {
        const [, user, password] = Buffer.from(rest.replace(/^PLAIN /, ''), 'base64')
          .toString()
          .split('\0');
        loggedIn = user === options.login?.user && password === options.login?.password;
        say(loggedIn ? '235 welcome' : '535 5.7.8 no');
      },
      MAIL: rest => {
        from = /<(.*?)>/.exec(rest)?.[1] ?? '';
        say(loggedIn ? '250 ok' : '530 5.7.0 who are you');
      },
      RCPT: rest => {
        if (typeof behaviour === 'object') return say(`${behaviour.code} ${rest}`);
        recipients.push(/<(.*)>/.exec(rest)?.[1] ?? '');
        say('250 ok');
      },
      DATA: () => {
        inData = true;
        say('354 end with a dot');
      },
      QUIT: () => {
        say('221 bye');
        socket.end();
      },
    };

    const take = (message: string) => {
      gateway.accepted.push(acceptedMail(recipients, message, from, encrypted));
      recipients = [];
      inData = false;
      say('250 queued');
    };
    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString('utf8');
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) take(part);
        else {
          const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(part) ?? [];
          const command = commands[verb.toUpperCase()];
          if (command) command(rest);
          else say('502 5.5.2 what');
        }
      }
    });
    if (greet) say(behaviour === 'page' ? 'HTTP/1.1 400 Bad Request' : '220 localhost ESMTP');
  };

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const gateway: Gateway & { behaviour: Behaviour } = {
    url: `${options.tls === 'implicit' ? 'smtps' : 'smtp'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: [],
    behaviour: 'well',
    open: () => sockets.size,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return gateway;
};
