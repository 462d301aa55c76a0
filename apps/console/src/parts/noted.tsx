/** A name with what it means below it, smaller: in cells and beside ticks. */
import type { ReactNode } from 'react';

/** @param props.note the second line; empty, null or undefined: none */
export function Noted({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      {note ? (
        <>
          <br />
          <small>{note}</small>
        </>
      ) : null}
    </>
  );
}
