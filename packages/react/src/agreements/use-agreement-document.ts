/** The text of an agreement, for reading it in place. Draws nothing. */
import type { Agreement } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { type Block, fetchBlocks } from './document.ts';

export interface AgreementDocument {
  /** Its headings, paragraphs and items in order, without its own title; undefined until they are here. */
  readonly blocks: readonly Block[] | undefined;
  /** How the loading goes. */
  readonly task: Task;
}

/** Loads the page that the agreement names, at once. */
export function useAgreementDocument(agreement: Agreement): AgreementDocument {
  const [blocks, setBlocks] = useState<readonly Block[]>();
  const task = useTask();
  const { run } = task;
  const { url, title } = agreement;
  useEffect(() => {
    run(async signal => {
      const [first, ...rest] = await fetchBlocks(url, signal);
      // the page's own title is said by whoever shows it
      setBlocks(first && first.text !== title ? [first, ...rest] : rest);
    });
  }, [url, title, run]);
  return { blocks, task };
}
