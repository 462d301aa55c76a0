/** A dialog that is loaded when it is first opened, as a question that a caller awaits. */
import { settleBack } from '@rollcall/ui';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

/** What such a dialog gets. */
export interface DialogProps<Proved> {
  /** What a call was refused with, or what else the dialog is about. */
  readonly refused: unknown;
  readonly onProved: (proved: Proved) => void;
  readonly onCancel: () => void;
  /** Ends as `onCancel` does, with a reason of the dialog's own. */
  readonly onFailed: (reason: Error) => void;
}

/**
 * Opens a dialog for a refused call; the returned function resolves, with what the dialog says, when the person has proved what it asks for, and
 * rejects with the refusal where they have not, or where the dialog does not load. One is open at a time.
 *
 * @param load loads the dialog; the same function at each rendering
 * @returns what to render, and the function that opens it
 */
export function useDialog<Proved>(
  load: (refused: unknown) => Promise<ComponentType<DialogProps<Proved>>>,
): [dialog: ReactNode, ask: (refused: unknown) => Promise<Proved>] {
  const open = useRef<Promise<Proved>>(undefined);
  const [dialog, setDialog] = useState<ReactNode>();
  const shown = useRef(false);
  const closed = useRef<() => void>(undefined);
  /** Ends the question of a component that is gone. */
  const abandon = useRef<() => void>(undefined);
  const gone = useRef(false);
  const ask = useCallback(
    (refused: unknown) => {
      const question = async (): Promise<Proved> => {
        try {
          return await load(refused).then(
            Dialog =>
              new Promise<Proved>((resolve, reject) => {
                abandon.current = () => reject(refused);
                setDialog(
                  <Dialog
                    refused={refused}
                    onProved={resolve}
                    onCancel={() => reject(refused)}
                    onFailed={reject}
                  />,
                );
              }),
            () => Promise.reject(refused as Error),
          );
        } finally {
          open.current = undefined;
          setDialog(undefined);
          // what follows may leave the page: the dialog's history entry goes first
          if (shown.current && !gone.current)
            await new Promise<void>(resolve => {
              closed.current = resolve;
            });
        }
      };
      return (open.current ??= question());
    },
    [load],
  );
  useEffect(() => {
    shown.current = dialog !== undefined;
    const resolve = closed.current;
    if (dialog !== undefined || !resolve) return;
    closed.current = undefined;
    void settleBack().then(resolve);
  }, [dialog]);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      abandon.current?.();
      closed.current?.();
    };
  }, []);
  return [dialog, ask];
}
