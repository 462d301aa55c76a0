/** For tests: a TCP proxy before a server, whose connections can be cut, held or led to another server. */
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Nothing passes any more, in either direction, and nobody is told: as behind a router that is gone. */
  hold(): void;
  /** New connections pass again; those that were held stay held. */
  goOn(): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

export const startTcpProxy = async (target: NetConnectOpts): Promise<TcpProxy> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let held = false;
  const accept = (from: Socket): void => {
    from.on('error', () => {});
    if (held) return;
    const to = connect(target);
    to.on('error', () => from.destroy());
    const pair = [from, to] as const;
    pairs.add(pair);
    from.pipe(to).pipe(from);
    for (const one of pair)
      one.on('close', () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
  };
  const server: Server = createServer(accept);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const pair of pairs) for (const one of pair) one.destroy();
  };
  return {
    port,
    hold: () => {
      held = true;
      for (const [from, to] of pairs) {
        from.unpipe(to);
        to.unpipe(from);
        from.pause();
        to.pause();
      }
    },
    goOn: () => {
      held = false;
    },
    cut,
    close: async () => {
      cut();
      await new Promise(resolve => server.close(resolve));
    },
  };
};
