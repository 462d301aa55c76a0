/**
 * Calls a service whose address an operator typed. The configuration says which names may be called (`signed-post.ts`); where a name leads
 * is somebody else's to say, and may change between two questions. So the addresses are checked as the connection is made, which goes to
 * one of them.
 */
import { lookup as systemLookup } from 'node:dns';
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { inNetworks } from './network-list.ts';

/** Bytes of an answer that are read. */
const LONGEST_ANSWER = 4_096;
/** Statuses of answers that have no body. */
const BODILESS = new Set([204, 205, 304]);
/** The error's code, as deliveries and attempts show it. */
const FORBIDDEN = 'ADDRESS_NOT_ALLOWED';

/**
 * Where no name of a receiver may lead: to this machine, to what only this machine reaches (the clouds' services with its keys), and to
 * no host. Addresses of the school's own network may be called: its software is there.
 */
const forbidden = inNetworks([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '::/127',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::254',
  // Aliyun's and Tencent's services with the machine's keys and its host names.
  '100.100.100.200',
]);

const isForbidden = (found: string): boolean => forbidden(found.split('%')[0] ?? '');

/** The names of this machine, which an origin of the configuration has on purpose. */
const LOCAL = /^(?:.+\.)?localhost$/i;

/** Looks a name up, and refuses it where any of its addresses may not be called. */
const checked =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses =
        typeof found === 'string' ? [{ address: found, family: isIPv6(found) ? 6 : 4 }] : found;
      const wrong = addresses.some(({ address }) => isForbidden(address));
      if (wrong && !LOCAL.test(host))
        return callback(Object.assign(new Error(FORBIDDEN), { code: FORBIDDEN }), '');
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });

export interface ReceiverRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * As `fetch`, for what receivers need: follows no redirect, and reads the beginning of the answer alone. It rejects with an error whose
 * `code` says why, `ADDRESS_NOT_ALLOWED` where the name leads to a forbidden address.
 */
export type ReceiverFetch = (url: string, request: ReceiverRequest) => Promise<Response>;

/** @param lookup a test's own. @default the system's */
export const createReceiverFetch = (lookup: LookupFunction = systemLookup): ReceiverFetch => {
  const options = { keepAlive: true, lookup: checked(lookup) };
  const [plain, secure] = [new Agent(options), new SecureAgent(options)];
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = new URL(url).protocol === 'https:';
      const sent = (isSecure ? secureRequest : plainRequest)(
        url,
        { method, headers, signal, agent: isSecure ? secure : plain },
        answer => void beginningOf(answer).then(text => resolve(responseOf(answer, text)), reject),
      );
      sent.on('error', error => reject(signal.aborted ? (signal.reason as Error) : error));
      sent.end(body);
    });
};

const responseOf = ({ statusCode: status = 0 }: IncomingMessage, text: string): Response =>
  new Response(BODILESS.has(status) ? null : text, { status });

/** What came of the body, also where it breaks off: the status says whether the message was taken. */
const beginningOf = (answer: IncomingMessage): Promise<string> =>
  new Promise(resolve => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= LONGEST_ANSWER) answer.destroy();
    });
    answer.on('error', () => undefined);
    answer.on('close', () => resolve(Buffer.concat(chunks).subarray(0, LONGEST_ANSWER).toString()));
  });

/** By the system's resolver. */
export const receiverFetch: ReceiverFetch = createReceiverFetch();
