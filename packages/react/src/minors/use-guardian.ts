/** The pupils of a guardian, and what the guardian decides. Draws nothing. */
import {
  AuthError,
  childUsageUrl,
  correctChild,
  decideForChild,
  exportChildData,
  getGradeList,
  openGuardian,
  openGuardianLink,
  sendGuardianCaptcha,
} from '@rollcall/account';
import type { BodyOf, Calls, Child, ConsentKind, OpenidScope } from '@rollcall/contract';
import { useState } from 'react';
import { code, phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { readUsage } from '../my-data/read-usage.ts';
import type { KeptData, RecordedUse } from '../my-data/kept-data.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { pause } from '../task/pause.ts';

export type Decision = BodyOf<Calls['decideForChild']>['decision'];
/** What is kept of a pupil, and where what was recorded of the use can be had once it is put together. */
export interface ChildData extends KeptData {
  readonly usageLink: string;
}
/** Milliseconds between two looks for the pupil's events, at first and at most, and for which the link is good. */
const LOOK_FIRST = 500;
const LOOK_LAST = 10_000;
const LINK_GOOD = 9 * 60_000;

/** Why nothing can go on as it is; each has words of its own. */
export type GuardianStop = 'void' | 'expired' | 'conflict' | 'tooMany';

const STOPS: Readonly<Record<string, GuardianStop>> = {
  RC_410: 'void',
  AC3_19: 'expired',
  RC_409: 'conflict',
};

export interface GuardianFlow {
  /** Opens the link of a message by the pupil's digits. */
  readonly link: Form<'captcha'>;
  /** Opens all pupils of a number by a code to it. */
  readonly number: Form<'phone_number' | 'captcha'>;
  /** Undefined until it is opened. */
  readonly children: readonly Child[] | undefined;
  readonly stopped: GuardianStop | undefined;
  /** Makes a decision; the task of the pupil's card shows how it goes. */
  readonly decide: (
    child: Child,
    decision: Decision,
    signal: AbortSignal,
    more?: {
      readonly agreements?: readonly number[];
      readonly usage?: readonly ConsentKind[];
      readonly client?: { readonly id: string; readonly scopes: readonly OpenidScope[] };
    },
  ) => Promise<void>;
  /** The last decision that was made, and for whom. */
  readonly decided: { readonly decision: Decision; readonly account_id: string } | undefined;
  readonly correct: (
    child: Child,
    changes: { readonly fullname?: string; readonly birthday?: number },
    signal: AbortSignal,
  ) => Promise<void>;
  /** @returns undefined where it is refused, which `stopped` tells */
  readonly read: (child: Child, signal: AbortSignal) => Promise<ChildData | undefined>;
  /** What was recorded of a pupil's use, once it is put together. @throws where that takes longer than the link is good */
  readonly readRecorded: (data: ChildData, signal: AbortSignal) => Promise<RecordedUse>;
}

/**
 * Holds the state of `GuardianPortal`; draws nothing.
 *
 * @param token of the link; undefined: there is none
 * @example const guardian = useGuardian(token);
 * @see `docs/minors.md`
 */
export function useGuardian(token?: string): GuardianFlow {
  const { phrases } = useRollcall();
  const auth = useAuth();
  const [opened, setOpened] = useState<{ readonly ticket: string; readonly children: readonly Child[] }>();
  const [stopped, setStopped] = useState<GuardianStop>();
  const [decided, setDecided] = useState<GuardianFlow['decided']>();
  const { language } = phrases;

  /** Does the work; a refusal that stops everything is shown in words of its own. */
  const guarded = async (
    work: () => Promise<void>,
    stops: Readonly<Record<string, GuardianStop>> = STOPS,
  ): Promise<void> => {
    setStopped(undefined);
    try {
      await work();
    } catch (thrown) {
      const stop = thrown instanceof AuthError ? stops[thrown.server_code ?? ''] : undefined;
      if (!stop) throw thrown;
      // The way in is shown again.
      if (stop === 'expired') setOpened(undefined);
      setStopped(stop);
    }
  };
  const ticket = opened?.ticket ?? '';

  const link = useForm({
    // the pupil has the digits: none can be sent again
    rules: {
      captcha: { ...code, check: digits => (digits.length === 6 ? undefined : 'WrongPupilCode') },
    },
    problemNames: { CaptchaMismatch: 'WrongPupilCode' },
    submit: ({ captcha }, signal) =>
      guarded(async () =>
        setOpened(
          await openGuardianLink(auth(), { token: token ?? '', captcha, language }, { signal, retries: 0 }),
        ),
      ),
  });
  const number = useForm({
    rules: { phone_number: phoneNumber, captcha: code },
    code: {
      purpose: 'guardian',
      ask: (phone_number, call) => sendGuardianCaptcha(auth(), { phone_number }, call),
    },
    submit: (values, signal) =>
      guarded(async () => setOpened(await openGuardian(auth(), { ...values, language }, { signal }))),
  });

  return {
    link,
    number,
    children: opened?.children,
    stopped,
    decided,
    decide: (child, decision, signal, { agreements, usage, client } = {}) => {
      const body = { ticket, account_id: child.account_id, decision, language };
      const ids = {
        ...(agreements ? { agreement_ids: [...agreements] } : {}),
        ...(usage ? { usage: [...usage] } : {}),
        ...(client ? { client: { id: client.id, scopes: [...client.scopes] } } : {}),
      };
      const stops = decision === 'consent' ? { ...STOPS, AC3_13: 'tooMany' as const } : STOPS;
      return guarded(async () => {
        const { children } = await decideForChild(auth(), { ...body, ...ids }, { signal });
        setOpened({ ticket, children });
        setDecided({ decision, account_id: child.account_id });
      }, stops);
    },
    correct: (child, changes, signal) =>
      guarded(async () => {
        const body = { ticket, account_id: child.account_id, language, ...changes };
        const { children } = await correctChild(auth(), body, { signal });
        setOpened({ ticket, children });
      }),
    read: async (child, signal) => {
      let data: ChildData | undefined;
      await guarded(async () => {
        const body = { ticket, account_id: child.account_id, language };
        const answer = await exportChildData(auth(), body, { signal });
        const { usage_link: usageLink, usage_jobs: jobs, ...account } = answer;
        const id = account.profile.grade;
        const grades = id === null ? [] : await getGradeList(auth(), undefined, { signal });
        data = { account, grade: grades.find(one => one.id === id)?.name, jobs, usageLink };
      });
      return data;
    },
    readRecorded: async ({ usageLink }, signal) =>
      readUsage(await eventsOf(childUsageUrl(auth(), usageLink), signal)),
  };
}

/** The events, once they are put together: until then the server answers 404. A busy server is asked again too. */
const eventsOf = async (url: string, signal: AbortSignal): Promise<Blob> => {
  let waited = 0;
  for (let wait = LOOK_FIRST; waited < LINK_GOOD; wait = Math.min(LOOK_LAST, wait * 1.3)) {
    const answer = await fetch(url, { signal });
    if (answer.ok) return answer.blob();
    await pause(wait, signal);
    waited += wait;
  }
  throw new Error('The events were not put together in time.');
};
