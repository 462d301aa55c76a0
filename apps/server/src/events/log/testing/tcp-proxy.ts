/** For tests: a TCP proxy before a server, whose connections can be slowed, silenced and cut. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** `host:port` */
  readonly address: string;
  /** Milliseconds that the server's answers are late. */
  delay: number;
  /** Swallows what the server answers; what the client sends still arrives. */
  silent: boolean;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** @param target `host:port` */
export const startTcpProxy = async (target: string): Promise<TcpProxy> => {
  const [host, port] = target.split(':');
  const sockets = new Set<Socket>();
  const server = createServer(client => {
    const upstream = connect(Number(port), host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      socket.on('error', () => socket.destroy());
    }
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      if (proxy.silent) return;
      if (proxy.delay === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), proxy.delay);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TcpProxy = {
    address: `127.0.0.1:${(server.address() as { port: number }).port}`,
    delay: 0,
    silent: false,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      proxy.cut();
      await once(server.close(), 'close');
    },
  };
  return proxy;
};
