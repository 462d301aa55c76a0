/** The product or the site of the views, chosen once at the top of the frame. */
import { useMatch, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { isProduct, ownProduct } from '../monitor/period.ts';
import { findProducts } from '../monitor/products.ts';
import { Combobox } from '../parts/combobox.tsx';
import { ProductPicker } from '../products/product-picker.tsx';
import type { View } from '../view.ts';
import css from './scope-chooser.module.css';
import type { Scope } from './scope.ts';
import { shellWords } from './words.ts';

const itself = (text: string): string => text;

/** What the shown view lets the operator choose. */
export const useScopeKind = (): View['scope'] =>
  useRouterState({ select: state => state.matches[state.matches.length - 1]?.staticData.view?.scope });

interface ChooserProps {
  readonly chosen: string;
  readonly choose: (change: Partial<Scope>) => void;
}

/** One of the products with usage events, or all. */
function AnyProduct({ chosen, choose }: ChooserProps) {
  const { client } = useConsoleContext();
  const load = useCallback(
    async (search: string, signal: AbortSignal) =>
      (await client.call('listUsageProducts', { query: { search } }, signal)).items,
    [client],
  );
  return (
    <ProductPicker
      product={chosen}
      load={load}
      onSelect={product => choose({ product })}
      onClear={() => choose({ product: '' })}
    />
  );
}

/** One product, that of most reports where none is chosen: any code can be typed, known ones are found by their beginning. */
function OneProduct({ chosen, choose }: ChooserProps) {
  const { client } = useConsoleContext();
  const usual = useMatch({ from: '/shell/monitor', shouldThrow: false })?.loaderData?.product ?? '';
  const load = useCallback(
    async (search: string, signal: AbortSignal) => {
      const found = await findProducts(client, search, signal);
      const own = ownProduct();
      return search === '' && own !== '' && !found.includes(own) ? [own, ...found] : found;
    },
    [client],
  );
  return (
    <ProductPicker
      product={isProduct(chosen) ? chosen : usual}
      load={load}
      onSelect={product => choose({ product })}
      onType={product => {
        if (isProduct(product)) choose({ product });
      }}
    />
  );
}

/** One of the sites, or all: those that the settings name are found, any pid can be typed. */
function Site({ chosen, choose }: ChooserProps) {
  const { client } = useConsoleContext();
  const words = useWords(shellWords);
  const load = useCallback(
    async (search: string, signal: AbortSignal) => {
      const { items } = await client.call('listSites', {}, signal);
      return items.filter(pid => pid.includes(search));
    },
    [client],
  );
  return (
    <Combobox
      label={words.site}
      value={chosen}
      placeholder={words.allSites}
      maxLength={64}
      load={load}
      idOf={itself}
      textOf={itself}
      onSelect={site => choose({ site })}
      onType={site => choose({ site })}
      onClear={() => choose({ site: '' })}
    />
  );
}

export function ScopeChooser({ kind }: { kind: NonNullable<View['scope']> }) {
  const { product, site } = useSearch({ from: '/shell' });
  const navigate = useNavigate();
  // a list begins again at its first page
  const choose = (change: Partial<Scope>) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...('cursor' in now ? { cursor: '' } : {}), ...change }),
    } as never);
  return (
    <div className={css.scope}>
      {kind === 'site' ? (
        <Site chosen={site} choose={choose} />
      ) : kind === 'products' ? (
        <AnyProduct chosen={product} choose={choose} />
      ) : (
        <OneProduct chosen={product} choose={choose} />
      )}
    </div>
  );
}
