/** Chooses a product out of thousands, by the beginning of its code. */
import { Combobox } from '../parts/combobox.tsx';
import { useWords } from '../console-context.ts';
import { productWords } from './words.ts';

/** The product under which the server counts what is beyond its limit of new ones. */
const OTHER = 'other';
const itself = (product: string): string => product;

/**
 * @param props.load finds products by the beginning of their codes; the same function in every render
 * @param props.onClear called when the field was emptied, which then means all products
 * @param props.onType called with a code that was typed, also one that is not found; without it only products that were found are taken
 */
export function ProductPicker(props: {
  product: string;
  load: (search: string, signal: AbortSignal) => Promise<readonly string[]>;
  onSelect: (product: string) => void;
  onClear?: () => void;
  onType?: (typed: string) => void;
}) {
  const { product, onClear, ...rest } = props;
  const words = useWords(productWords);
  return (
    <Combobox
      {...rest}
      {...(onClear ? { onClear } : {})}
      label={words.product}
      value={product}
      placeholder={onClear ? words.all : words.find}
      rule={product === OTHER ? words.otherRule : undefined}
      maxLength={64}
      idOf={itself}
      textOf={itself}
      note={found => (found === OTHER ? words.several : null)}
    />
  );
}
