/** For tests: a certificate of this machine, made on demand, so that the repository contains no key. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER value. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const bytes = (tag: number, ...values: readonly number[]): Buffer => der(tag, Buffer.from(values));
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const TRUE = bytes(0x01, 0xff);

/** Self-signed, for 127.0.0.1 and localhost, valid from 2020 to 2120; both in PEM. */
export const makeCertificate = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid('550403'), text(0x0c, 'localhost'))));
  const names = sequence(text(0x82, 'localhost'), bytes(0x87, 127, 0, 0, 1));
  const body = sequence(
    der(0xa0, bytes(0x02, 2)),
    bytes(0x02, 1),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x18, '21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid('551d13'), TRUE, der(0x04, sequence(TRUE))),
        sequence(oid('551d11'), der(0x04, names)),
      ),
    ),
  );
  const whole = sequence(
    body,
    ecdsaWithSha256,
    der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)),
  );
  const lines = whole.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  };
};
