/** A proof by a code to the account's own number or address, of which the page knows the masked form. */
import { proveByCode, sendProofCaptcha } from '@rollcall/account';
import { useId } from 'react';
import { CodeInput } from '../forms/code-input.tsx';
import { Panel } from '../forms/panel.tsx';
import { code } from '../forms/rules.ts';
import { useCodeSender } from '../forms/use-code-sender.ts';
import { useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import type { ProofProps } from './proof-props.ts';
import { proofWords } from './words.ts';

const RULES = { captcha: code };

export function ProofByCode(props: ProofProps & { way: 'phone' | 'email'; to: string }) {
  const { way, to, onProved, onCancel } = props;
  const words = useWords('proof', proofWords);
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    rules: RULES,
    submit: async ({ captcha }, signal) => {
      await proveByCode(auth(), { way, captcha }, { signal });
      onProved();
    },
  });
  const sender = useCodeSender({
    purpose: 'proof',
    address: to,
    ask: (_, options) => sendProofCaptcha(auth(), { way }, options),
    voice: way === 'phone' ? (_, options) => sendProofCaptcha(auth(), { way: 'voice' }, options) : undefined,
    onSent: () => form.fields.focus('captcha'),
  });
  return (
    <Panel
      label={words.submit}
      busy={words.confirming}
      task={form.task}
      problem={form.problem ?? sender.task.problem}
      retry={sender.task.problem ? sender.task.retry : form.retry}
      onSubmit={() => form.submit()}
      onCancel={onCancel}
    >
      <CodeInput
        id={`${id}captcha`}
        {...form.inputProps('captcha')}
        rule={words.sendsTo(to)}
        sender={sender}
        onSend={() => sender.send(to)}
      />
    </Panel>
  );
}
