/** The signed-in operator, loaded once and cached until it changes. */
import type { Operator } from '@rollcall/contract/console';
import type { Client } from '../client/client.ts';
import { type Role, roles } from '../client/calls.ts';

export interface CurrentOperator {
  /** Rejects with `Refused`; its name is OperatorRequired without a session. */
  get(): Promise<Operator>;
  /** Forgets the operator; returns whether one was known. */
  clear(): boolean;
}

export const createCurrentOperator = (client: Client): CurrentOperator => {
  let cached: Promise<Operator> | undefined;
  let known = false;
  return {
    get: () => {
      if (cached) return cached;
      const request = client.call('getOperator', {});
      cached = request;
      request.then(
        operator => {
          if (cached === request) known = true;
          return operator;
        },
        () => {
          // a failed request is not cached
          if (cached === request) cached = undefined;
        },
      );
      return request;
    },
    clear: () => {
      const before = known;
      cached = undefined;
      known = false;
      return before;
    },
  };
};

/** Whether a role includes the needed one. */
export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
