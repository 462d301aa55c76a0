/** What `/metrics` says about human verification. */
import { Counter } from 'prom-client';
import type { Feature } from '../../http/feature.ts';
import { Refusal } from '../../platform/refusal.ts';

export interface ChallengeCounter extends Required<Pick<Feature, 'addMetrics'>> {
  /**
   * Runs the judgement of a challenge and counts its outcome.
   * @param provider the rule that the person was given, e.g. `GEETEST`
   */
  count(provider: string, judge: () => Promise<boolean>): Promise<boolean>;
}

/** @param onJudged called with provider and outcome of each */
export const createChallengeCounter = (
  onJudged: (provider: string, outcome: string) => void = () => {},
): ChallengeCounter => {
  const challenges = new Counter({
    name: 'rollcall_challenges_total',
    help: 'Judged challenges, by provider and outcome: passed, failed, the name of the refusal where the provider did not judge, or fault.',
    labelNames: ['provider', 'outcome'],
    registers: [],
  });
  return {
    addMetrics: registry => registry.registerMetric(challenges),
    count: async (provider, judge) => {
      let outcome = 'fault';
      try {
        const passed = await judge();
        outcome = passed ? 'passed' : 'failed';
        return passed;
      } catch (error) {
        if (error instanceof Refusal) outcome = error.refusal;
        throw error;
      } finally {
        challenges.inc({ provider, outcome });
        onJudged(provider, outcome);
      }
    },
  };
};
