/** A certificate authority of a test, the certificate of its hosts, and a browser's store that trusts it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemPrograms } from '../../../tools/system-programs.mjs';

export interface Certificates {
  /** Paths of PEM files. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** A home folder in which Chromium trusts the authority. */
  readonly home: string;
}

/** Makes them in a folder, for a domain and every host directly below it; valid for a week. */
export const makeCertificates = (folder: string, domain: string): Certificates => {
  const { openssl, certutil } = systemPrograms();
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map(at) as [string, string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const authority = ['-subj', '/CN=Authority of a test', '-keyout', at('ca.key'), '-out', ca];
  run(openssl, 'req', '-x509', ...curve, '-days', '7', ...authority);
  run(openssl, 'req', ...curve, '-subj', `/CN=${domain}`, '-keyout', key, '-out', at('request.pem'));
  writeFileSync(
    at('names.cnf'),
    `subjectAltName=DNS:${domain},DNS:*.${domain}\nextendedKeyUsage=serverAuth\n`,
  );
  const signed = ['-CA', ca, '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names.cnf')];
  run(openssl, 'x509', '-req', '-in', at('request.pem'), ...signed, '-days', '7', '-out', cert);

  const home = at('home');
  const store = join(home, '.pki/nssdb');
  mkdirSync(store, { recursive: true });
  run(certutil, '-d', `sql:${store}`, '-N', '--empty-password');
  run(certutil, '-d', `sql:${store}`, '-A', '-t', 'C,,', '-n', 'authority', '-i', ca);
  return { ca, cert, key, home };
};

/** The certificates and the key themselves, for servers and clients in this process. */
export const readCertificates = ({ ca, cert, key }: Certificates) => ({
  ca: readFileSync(ca, 'utf8'),
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});
