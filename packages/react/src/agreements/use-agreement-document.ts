/** The text of an agreement. Draws nothing. */
import type { Agreement } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { type Block, fetchBlocks } from './document.ts';

export interface AgreementDocument {
  /** Headings, paragraphs and list items in order, without the title; undefined until they are loaded. */
  readonly blocks: readonly Block[] | undefined;
  /** The task that loads them. */
  readonly task: Task;
}

/**
 * Loads the agreement's page when the component appears.
 * @example const { blocks } = useAgreementDocument(agreement);
 * @see `docs/react.md`
 */
export function useAgreementDocument(agreement: Agreement): AgreementDocument {
  const [blocks, setBlocks] = useState<readonly Block[]>();
  const task = useTask();
  const { run } = task;
  const { url, title } = agreement;
  useEffect(() => {
    run(async signal => {
      const [first, ...rest] = await fetchBlocks(url, signal);
      // the caller shows the title
      setBlocks(first && first.text !== title ? [first, ...rest] : rest);
    });
  }, [url, title, run]);
  return { blocks, task };
}
