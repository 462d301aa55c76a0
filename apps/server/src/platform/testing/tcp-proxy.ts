/** For tests: a TCP proxy before a server, whose connections can be slowed, silenced, held and cut. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** `host:port` */
  readonly address: string;
  /** Milliseconds that the server's answers are late. */
  delay: number;
  /** Swallows what the server answers; what the client sends still arrives. */
  silent: boolean;
  /** Changes what the server answers. */
  change: (bytes: Buffer) => Buffer;
  /** Passes nothing any more in either direction, and tells neither side: as a router that is gone. */
  hold(): void;
  /** New connections pass again; those that were held stay held. */
  goOn(): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** @param target the server's socket, or its `host:port` */
export const startTcpProxy = async (target: NetConnectOpts | string): Promise<TcpProxy> => {
  const [host = '', port] = typeof target === 'string' ? target.split(':') : [];
  const server = typeof target === 'string' ? { host, port: Number(port) } : target;
  /** The client's socket of each connection, and the server's unless it was held from the start. */
  const connections = new Set<readonly [Socket, Socket | undefined]>();
  let held = false;
  const listener = createServer(client => {
    const upstream = held ? undefined : connect(server);
    const connection = [client, upstream] as const;
    connections.add(connection);
    for (const socket of connection) {
      socket?.on('error', () => socket.destroy());
      socket?.once('close', () => {
        connections.delete(connection);
        for (const each of connection) each?.destroy();
      });
    }
    if (!upstream) return;
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      if (proxy.silent) return;
      const passed = proxy.change(bytes);
      if (proxy.delay === 0) client.write(passed);
      else setTimeout(() => client.write(passed), proxy.delay);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const own = (listener.address() as AddressInfo).port;
  const proxy: TcpProxy = {
    port: own,
    address: `127.0.0.1:${own}`,
    delay: 0,
    silent: false,
    change: bytes => bytes,
    hold: () => {
      held = true;
      for (const [client, upstream] of connections) {
        client.unpipe(upstream).pause();
        upstream?.pause();
      }
    },
    goOn: () => {
      held = false;
    },
    cut: () => {
      for (const connection of connections) for (const socket of connection) socket?.destroy();
    },
    close: async () => {
      proxy.cut();
      await once(listener.close(), 'close');
    },
  };
  return proxy;
};
