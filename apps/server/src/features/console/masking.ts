/** What an operator's role lets them see of a person: viewers get numbers and addresses masked. */
import type { Role } from '@rollcall/contract/console';
import { maskEmail, maskPhone } from '../../platform/mask.ts';

/** `192.0.2.*`, `2001:db8:*`. */
export const maskIp = (address: string): string =>
  address.includes(':') ? `${address.split(':').slice(0, 2).join(':')}:*` : address.replace(/\.\d+$/, '.*');

export interface Masking {
  phone(value: string | undefined): string | null;
  email(value: string | undefined): string | null;
  /** An IP address. */
  address(value: string): string;
}

export const maskingFor = (role: Role): Masking =>
  role === 'viewer'
    ? {
        phone: value => (value === undefined ? null : maskPhone(value)),
        email: value => (value === undefined ? null : maskEmail(value)),
        address: maskIp,
      }
    : { phone: value => value ?? null, email: value => value ?? null, address: value => value };
