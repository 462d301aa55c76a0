/** What `/metrics` says about accounts: sign-ins by way and outcome, and the queue of password hashings. */
import { signedIn } from '@rollcall/contract';
import { Counter, Gauge } from 'prom-client';
import type { Feature } from '../../http/feature.ts';
import type { Passwords } from '../../identity/passwords.ts';

export const accountMetrics = (
  passwords: Pick<Passwords, 'load'>,
): Required<Pick<Feature, 'addMetrics' | 'onCallEnd'>> => {
  const signIns = new Counter({
    name: 'rollcall_sign_ins_total',
    help: 'Ends of calls that start a session, by call and outcome: ok, the name of the refusal, or fault.',
    labelNames: ['call', 'outcome'],
    registers: [],
  });
  return {
    addMetrics: registry => {
      registry.registerMetric(signIns);
      const hashings = new Gauge({
        name: 'rollcall_password_hashings',
        help: 'Password hashings, by state: running, or waiting for a core.',
        labelNames: ['state'],
        registers: [registry],
        collect: () => {
          const { running, waiting } = passwords.load();
          hashings.set({ state: 'running' }, running);
          hashings.set({ state: 'waiting' }, waiting);
        },
      });
    },
    onCallEnd: (name, call, _input, outcome) => {
      if (call.answer !== signedIn) return;
      signIns.inc({ call: name, outcome: typeof outcome === 'string' ? outcome : outcome.refusal });
    },
  };
};
