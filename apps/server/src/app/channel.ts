/** Questions and answers between the owner and a worker, over the channel of their processes. */
interface Question {
  readonly ask: string;
  readonly id: number;
  readonly value: unknown;
}
interface Answer {
  readonly answer: number;
  readonly value?: unknown;
  readonly failure?: string;
}

/** One end of the channel: `process`, or the worker's process. */
export interface ChannelEnd {
  send(message: Question | Answer): void;
  onMessage(take: (message: unknown) => void): void;
  /** Called when the other process has ended. */
  onClose(closed: () => void): void;
}

export interface Channel {
  /** @throws Error where the other side fails to answer, or ends */
  ask(name: string, value?: unknown): Promise<unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isQuestion = (value: unknown): value is Question => isObject(value) && typeof value['ask'] === 'string';
const isAnswer = (value: unknown): value is Answer => isObject(value) && typeof value['answer'] === 'number';

/** @param answers to the other side's questions, by name */
export const openChannel = (
  end: ChannelEnd,
  answers: Readonly<Record<string, (value: unknown) => Promise<unknown>>>,
): Channel => {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;

  const answer = async ({ ask, id, value }: Question): Promise<void> => {
    try {
      const known = answers[ask];
      if (!known) throw new Error(`nobody answers "${ask}"`);
      end.send({ answer: id, value: await known(value) });
    } catch (error) {
      end.send({ answer: id, failure: String(error) });
    }
  };

  end.onMessage(message => {
    if (isQuestion(message)) void answer(message);
    else if (isAnswer(message)) {
      const asked = waiting.get(message.answer);
      waiting.delete(message.answer);
      if (message.failure === undefined) asked?.resolve(message.value);
      else asked?.reject(new Error(message.failure));
    }
  });
  end.onClose(() => {
    for (const { reject } of waiting.values()) reject(new Error('the other process has ended'));
    waiting.clear();
  });

  return {
    ask: (name, value) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        end.send({ ask: name, id: last, value });
      }),
  };
};
