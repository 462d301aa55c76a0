/** Addresses and networks of the settings, such as `10.0.0.0/8`. */
import { BlockList, isIP } from 'node:net';
import { InvalidSetting } from '../platform/config-reader.ts';

/** Reads one of them. @throws InvalidSetting */
export const network = (value: string): string => {
  const [address = '', prefix, more] = value.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (
    isIP(address) !== 0 &&
    !address.includes('%') &&
    more === undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
    return value;
  throw new InvalidSetting('addresses and networks like 10.8.0.0/16, with commas between', value);
};

/** Tells whether an address, in the form of `plainIp`, is in one of the networks. */
export const inNetworks = (networks: readonly string[]): ((ip: string) => boolean) => {
  const list = new BlockList();
  for (const one of networks) {
    const [address = '', prefix] = one.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return ip => {
    const version = isIP(ip);
    return version !== 0 && list.check(ip, version === 6 ? 'ipv6' : 'ipv4');
  };
};
