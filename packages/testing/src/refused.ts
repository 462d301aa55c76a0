import { type RefusalName, refusals } from '@rollcall/contract';

/**
 * An answer of `fakeAuth` that refuses a call.
 *
 * @example const wrong: FakeRefusal = refused('WrongCredentials');
 * @see `docs/react.md`
 */
export class FakeRefusal {
  readonly status: number;
  readonly body: { readonly code: string; readonly msg: string; readonly data?: object };

  constructor(name: RefusalName, data?: object) {
    const { status, code, message } = refusals[name];
    this.status = status;
    this.body = { code, msg: message, ...(data && { data }) };
  }
}

/**
 * An answer that refuses a call by a name of the catalogue, as the server does.
 *
 * @param data what the server adds, such as `{ retry_after: 60 }`
 * @example const wrong = refused('WrongCredentials');
 * @see `docs/react.md`
 */
export const refused = (name: RefusalName, data?: object): FakeRefusal => new FakeRefusal(name, data);
