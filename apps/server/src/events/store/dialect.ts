/** What the engines' SQL writes differently, so that a statement is written once for all of them. */
export interface Dialect {
  /** A value of the statement, by its name. */
  text(name: string): string;
  /** As `text`: a whole number. */
  integer(name: string): string;
  /** In lower case, letters beyond ASCII included. */
  lower(text: string): string;
  /** Those bits of a whole number that are set in the mask. */
  masked(column: string, mask: number): string;
  /** A field of the object in a column of JSON, as text; '' where it is missing. */
  jsonText(column: string, field: string): string;
  /** The quantile between two values that is at so large a share of their distance. */
  quantile(column: string, share: number): string;
  /** The first of the distinct values of a group, in their order, as a list. */
  firstDistinct(column: string, most: number): string;
}
