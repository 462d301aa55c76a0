/** Sends a test message of alerts, and shows how it went. */
import { useState } from 'react';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import formCss from '../parts/form.module.css';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { failureText } from '../failure-text.ts';
import { channelWords } from './channel-words.ts';

/** @param props.send resolves with why the message was not taken; null: it was */
export function TestDialog(props: {
  /** What is tested. */
  name: string;
  text: string;
  send: (signal: AbortSignal) => Promise<{ readonly failure: string | null }>;
  onClose: () => void;
}) {
  const { name, text, send, onClose } = props;
  const { language } = useConsoleContext();
  const words = useWords(channelWords);
  const common = useCommonWords();
  const [answer, setAnswer] = useState<{ readonly failure: string | null }>();
  const title = common.titled(words.test, name);
  if (!answer) {
    return (
      <ConfirmDialog
        title={title}
        text={text}
        label={words.send}
        busy={words.sending}
        onClose={onClose}
        onConfirm={(_, signal) => send(signal)}
        onDone={setAnswer}
      />
    );
  }
  return (
    <Dialog title={title} onClose={onClose} busy={false}>
      <output>
        {answer.failure === null ? words.arrived : words.failed(failureText(language, answer.failure))}
      </output>
      <div className={formCss.foot}>
        <SecondaryButton onClick={onClose}>{common.close}</SecondaryButton>
      </div>
    </Dialog>
  );
}
