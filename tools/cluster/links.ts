/** The network between a process of the server and the engines: a proxy for each address, so that one link alone can be cut. */
import type { NetConnectOpts } from 'node:net';
import { startTcpProxy, type TcpProxy } from '../../apps/server/src/platform/testing/tcp-proxy.ts';

/** Each engine with the addresses that it has. */
export type Engines<T> = Readonly<Record<'PostgreSQL' | 'NATS' | 'ClickHouse', readonly T[]>>;
export type Links = Engines<TcpProxy>;

/** Starts a process's own proxies before the engines. */
export const startLinks = async (engines: Engines<NetConnectOpts | string>): Promise<Links> => {
  const to = (engine: keyof Links) => Promise.all(engines[engine].map(each => startTcpProxy(each)));
  return {
    PostgreSQL: await to('PostgreSQL'),
    NATS: await to('NATS'),
    ClickHouse: await to('ClickHouse'),
  };
};

export const closeLinks = async (links: Links): Promise<void> => {
  await Promise.all(
    Object.values(links)
      .flat()
      .map(proxy => proxy.close()),
  );
};
