/** Lists of addresses and networks, such as `10.0.0.0/8`. */
import { BlockList, isIP } from 'node:net';

/** Whether a text is one of them. */
export const isNetwork = (text: string): boolean => {
  const [address = '', prefix, more] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    !address.includes('%') &&
    more === undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
};

/** Tells whether an address, in the form of `plainIp`, is in one of the networks; no other text is. */
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
