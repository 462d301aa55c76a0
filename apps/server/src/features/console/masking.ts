/** Masks personal data by the operator's role: viewers see phone numbers, e-mail and IP addresses masked. */
import type { Role } from '@rollcall/contract/console';
import { maskEmail, maskPhone } from '../../platform/mask.ts';

/** `192.0.2.*`, `2001:db8:*`. */
const maskIp = (ip: string): string =>
  ip.includes(':') ? `${ip.split(':').slice(0, 2).join(':')}:*` : ip.replace(/\.\d+$/, '.*');

export interface Masking {
  phone(value: string | undefined): string | null;
  email(value: string | undefined): string | null;
  ip(value: string): string;
}

export const maskingFor = (role: Role): Masking =>
  role === 'viewer'
    ? {
        phone: value => (value === undefined ? null : maskPhone(value)),
        email: value => (value === undefined ? null : maskEmail(value)),
        ip: maskIp,
      }
    : { phone: value => value ?? null, email: value => value ?? null, ip: value => value };
