/** Sending a code, and the seconds until another may be sent. The deadline survives a reload. */
import type { CallOptions } from '@rollcall/account';
import type { Purpose, Sent } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { useGuarded } from '../human-verification/use-guarded.ts';
import { type Problem, problemOf } from '../problem/problem.ts';
import { readDraft, writeDraft } from './draft.ts';
import { type Task, useTask } from '../task/use-task.ts';

/** A code that was sent, as the tab keeps it. */
interface Deadline {
  readonly address: string;
  /** When another may be sent, in milliseconds since 1970. */
  readonly until: number;
}

/** Milliseconds after the deadline until nobody waits for the code any more: it is over then. */
const WAIT = 600_000;

export interface CodeSender {
  readonly task: Task;
  /** The present address, if a code was sent to it from this tab. */
  readonly sentTo: string | undefined;
  /** Whole seconds until another code may be sent; 0: now. */
  readonly seconds: number;
  /** @param by makes another call than the sender's own, such as that of a voice call */
  readonly send: (address: string, by?: CodeSenderOptions['ask']) => void;
  /** Forgets that a code was sent, once it was used. */
  readonly forget: () => void;
  /** What the code is for; see the options. */
  readonly purpose: CodeSenderOptions['purpose'];
  /** See the options. */
  readonly more: CodeSenderOptions['more'];
  /** See the options. */
  readonly voice: CodeSenderOptions['voice'];
}

/** What some purposes need beside the number. */
export interface VoiceFields {
  readonly oauth_ticket?: string;
  readonly old_phone_number?: string;
}

export interface CodeSenderOptions {
  /**
   * What the call of the contract `sends`: it names the deadline in the tab's storage, and is the scene of the
   * human verification. `none`: no code is ever sent.
   */
  readonly purpose: Purpose | 'none';
  /** The number or address that is typed now: a deadline of another one does not apply. */
  readonly address: string;
  /** Makes the call; a second time, with a ticket in `options`, where a human verification was needed. */
  readonly ask: (address: string, options: CallOptions) => Promise<Sent>;
  /** Further fields of the voice call for this purpose. @default none */
  readonly more?: (() => VoiceFields) | undefined;
  /** The call for a code by voice, where it is not `sendVoiceCaptcha`. */
  readonly voice?: CodeSenderOptions['ask'] | undefined;
  readonly onSent?: () => void;
  readonly onProblem?: (problem: Problem) => void;
}

const keyOf = (purpose: string): string => `code.${purpose}`;

/** The code that this tab has had sent for a purpose; undefined where there is none, or it is over. Browser only. */
export function readSentCode(purpose: string): Deadline | undefined {
  const { address, until } = readDraft(keyOf(purpose));
  return address && Number(until) + WAIT > Date.now() ? { address, until: Number(until) } : undefined;
}

/** Whether the last code that this tab has had sent to an address for a purpose has expired by now. Browser only. */
export function isCodeExpired(purpose: string, to: string): boolean {
  const { address, expires } = readDraft(keyOf(purpose));
  return address === to && expires !== undefined && Number(expires) <= Date.now();
}

/**
 * Holds the state of sending codes for one purpose; draws nothing.
 * @example const sender = useCodeSender({ purpose: 'login', address: phone, ask: () => sendLoginCaptcha(auth, { phone_number }) });
 * @see `docs/react.md`
 */
export function useCodeSender(options: CodeSenderOptions): CodeSender {
  const { purpose, address } = options;
  const [deadline, setDeadline] = useState<Deadline>();
  const [now, setNow] = useState(0);
  const task = useTask(options.onProblem);
  const guarded = useGuarded();

  const keep = (address: string, wait: number, life?: number) => {
    const until = Date.now() + wait * 1000;
    // one that may not be sent again yet is the one before
    const expires = life === undefined ? readDraft(keyOf(purpose))['expires'] : `${Date.now() + life * 1000}`;
    setNow(Date.now());
    setDeadline({ address, until });
    writeDraft(keyOf(purpose), { address, until: `${until}`, expires: expires ?? '' });
  };

  useEffect(() => {
    // the tab's storage is not there while prerendering: it can only be read after the first render
    // oxlint-disable-next-line react/set-state-in-effect
    setNow(Date.now());
    setDeadline(readSentCode(purpose));
  }, [purpose]);

  const left = deadline && deadline.address === address ? deadline.until - now : 0;
  // no deadline is longer than a day: the device's clock was set back
  const seconds = left > 0 && left <= 86_400_000 ? Math.ceil(left / 1000) : 0;
  const counting = seconds > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [counting]);

  return {
    task,
    sentTo: deadline?.address === address ? address : undefined,
    seconds,
    purpose,
    more: options.more,
    voice: options.voice,
    forget: () => {
      setDeadline(undefined);
      writeDraft(keyOf(purpose), {});
    },
    send: (to, by = options.ask) => {
      if (counting && deadline?.address === to && deadline.until > Date.now()) return;
      task.run(async (signal, waitForUser) => {
        try {
          const sent = await guarded({ scene: purpose, identity: to, signal, waitForUser }, call =>
            by(to, call),
          );
          keep(to, sent.retry_after, sent.expires_in);
          options.onSent?.();
        } catch (thrown) {
          const { name, seconds: wait } = problemOf(thrown);
          if (name === 'CaptchaTooFrequent' && wait) keep(to, wait);
          throw thrown;
        }
      });
    },
  };
}
