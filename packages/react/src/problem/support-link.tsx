/** Where people get help who cannot get in by themselves. */
import { useRollcall } from '../provider/provider.tsx';

/** Draws nothing where the provider was given no support contact. */
export function SupportLink() {
  const { support, phrases } = useRollcall();
  return support && <a href={support}>{phrases.work.support}</a>;
}
