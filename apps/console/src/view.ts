/**
 * The description of a view. Each view has one in a file `*.view.ts` beside its route, which holds data only: the browser
 * tests read these files without the components.
 */
import type { Role } from '@rollcall/contract/console';
import type { Translations } from './translations.ts';

/** The groups of the navigation, in order; the entries of `start` stand above those that open. */
export const groups = ['start', 'people', 'access', 'usage', 'monitor', 'administration'] as const;
export type Group = (typeof groups)[number];

export interface View {
  /** The route's path. */
  readonly path: string;
  /** The entry in the navigation; none for views that only other views link to. */
  readonly navigation?: {
    readonly group: Group;
    readonly title: Translations<string>;
    /** The least role that sees the entry. @default every role */
    readonly role?: Role;
  };
  /**
   * What the frame lets the operator choose for it: one product, one or all products, or one or all sites. The view reads it from
   * its search.
   */
  readonly scope?: 'product' | 'products' | 'site';
  /** The states that accessibility checks and screenshots visit. */
  readonly states: readonly ViewState[];
}

export interface ViewState {
  /** Names the screenshot; unique in the console. */
  readonly name: string;
  /**
   * `PERSON` stands for the id of a person, `PHONE` for their number, `PRODUCT` for the product with sample data.
   * @default the view's path
   */
  readonly address?: string;
  /** A selector of an element that shows when the view is loaded. */
  readonly ready: string;
  /** Steps of the operator that lead to the state. */
  readonly steps?: readonly Step[];
}

/** Selectors; each step takes the first element that matches. */
export type Step =
  | { readonly click: string }
  | { readonly fill: string; readonly text: string }
  | { readonly wait: string };
