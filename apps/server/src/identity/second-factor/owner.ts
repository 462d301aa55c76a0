/** To whom a second factor belongs: a person's account or an operator. */

export interface Owner {
  readonly kind: 'account' | 'operator';
  /** A UUID. */
  readonly id: string;
}

/** The column that holds the owner's id. */
export const ownerColumn = ({ kind }: Owner): 'account_id' | 'operator_id' => `${kind}_id`;

/** The two columns of a new row. */
export const ownerColumns = ({ kind, id }: Owner) => ({
  account_id: kind === 'account' ? id : null,
  operator_id: kind === 'operator' ? id : null,
});

/** Names the owner in MACs and sealed texts. */
export const ownerName = ({ kind, id }: Owner): string => `${kind}|${id}`;
