/** The offer to be called, for people to whom no text message comes. Loaded late. */
import { sendVoiceCaptcha } from '@rollcall/account';
import type { Purpose } from '@rollcall/contract';
import { useAuth } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import type { CodeSender } from './use-code-sender.ts';
import { voiceWords } from './voice-words.ts';
import css from './voice-code.module.css';

/** The `type` of the voice call for each purpose that has one. */
const types: Partial<Record<CodeSender['purpose'], string>> = {
  register: 'REGISTER',
  login: 'LOGIN',
  silence: 'SILENCE',
  oauth: 'OAUTH',
  reset: 'RESET',
  bind: 'BIND',
  change: 'CHANGE',
  update: 'UPDATE',
  common: 'COMMON',
  guardian: 'GUARDIAN',
} satisfies Partial<Record<Purpose, string>>;

/** Draws nothing where the code goes to no number, or its purpose has no voice call. */
export function VoiceCode({ sender }: { sender: CodeSender }) {
  const auth = useAuth();
  const words = useWords('voice', voiceWords);
  const type = types[sender.purpose];
  const { sentTo, seconds } = sender;
  const byNumber: CodeSender['voice'] =
    type && sentTo && /^\d+$/.test(sentTo)
      ? (phone_number, call) => sendVoiceCaptcha(auth(), { phone_number, type, ...sender.more?.() }, call)
      : undefined;
  const ask = sender.voice ?? byNumber;
  if (!ask || !sentTo || seconds > 0) return null;
  const busy = sender.task.phase !== 'idle';
  return (
    <p className={css.voice}>
      {words.none}{' '}
      <button
        type="button"
        className={buttonsCss.link}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) sender.send(sentTo, ask);
        }}
      >
        {busy ? words.calling : words.call}
      </button>
    </p>
  );
}
