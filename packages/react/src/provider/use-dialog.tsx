/** A dialog that is loaded when it is first opened, as a question that a caller awaits. */
import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react';

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
  const ask = useCallback(
    (refused: unknown) =>
      (open.current ??= load(refused)
        .then(
          Dialog =>
            new Promise<Proved>((resolve, reject) => {
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
        )
        .finally(() => {
          open.current = undefined;
          setDialog(undefined);
        })),
    [load],
  );
  return [dialog, ask];
}
