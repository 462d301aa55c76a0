/** Loaded by `node --import`: names below `.test` are this machine, as a school's DNS would say. */
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name.endsWith('.test') ? '127.0.0.1' : name, ...rest);
