/** `SignedInNotice`, loaded when it is first drawn: the sign-in page is shorter without it. */
import { lazy, type ReactElement, Suspense } from 'react';
import { loadSigningIn } from './load-signing-in.ts';

interface Notice {
  readonly word: string;
  readonly text: string;
}

/** Where the notice does not load. */
const PlainText = ({ text }: Notice): ReactElement => <p aria-live="polite">{text}</p>;

const Late = lazy(() =>
  loadSigningIn().then(
    part => ({ default: part.SignedInNotice }),
    () => ({ default: PlainText }),
  ),
);

export const LateSignedInNotice = (props: Notice): ReactElement => (
  <Suspense fallback={<PlainText {...props} />}>
    <Late {...props} />
  </Suspense>
);
