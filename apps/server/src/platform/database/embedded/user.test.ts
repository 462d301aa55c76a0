import { describe, expect, it } from 'vitest';
import { databaseUser } from './user.ts';

const passwd = 'root:x:0:0:root:/root:/bin/sh\n#\nalice:x:1000:1000::/home/alice:\nnobody:x:65534:65533:::\n';
const root = { uid: 0, gid: 0 };
const alice = { uid: 1000, gid: 1000 };

describe('databaseUser', () => {
  const ask = (uid: number | undefined, folder = root, cluster?: typeof root, lines = passwd) =>
    databaseUser({ uid, folder, cluster, passwd: lines }, '/data');

  it('is this user where that is not root', () => {
    expect(ask(undefined)).toBeUndefined();
    expect(ask(1000, alice)).toBeUndefined();
    expect(ask(1000, alice, alice)).toBeUndefined();
    expect(() => ask(1001, alice, alice)).toThrow('belongs to user 1000');
  });

  it("is, for root, the cluster's owner, the folder's, or nobody", () => {
    expect(ask(0, root, alice)).toEqual(alice);
    expect(ask(0, root, { uid: 4711, gid: 4711 })).toEqual({ uid: 4711, gid: 4711 });
    expect(ask(0, alice)).toEqual(alice);
    expect(ask(0, { uid: 4711, gid: 4711 })).toEqual({ uid: 65534, gid: 65533 });
    expect(ask(0)).toEqual({ uid: 65534, gid: 65533 });
    expect(ask(0, root, root)).toEqual({ uid: 65534, gid: 65533 });
    expect(() => ask(0, root, undefined, 'root:x:0:0:::\n')).toThrow('Start Rollcall as an ordinary user');
  });
});
