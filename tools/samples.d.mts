export interface Sample {
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
  readonly line: number;
}
export declare const readSamples: (markdown: string) => Sample[];
/** Paths from the root. */
export declare const documents: () => string[];
export declare const readDocument: (path: string) => string;
/** The text of the one sample of this name. */
export declare const sample: (file: string) => string;
/** A folder within the repository for samples that a test runs. `write` puts one there, and returns its path. */
export declare const sampleFolder: () => {
  readonly folder: string;
  readonly write: (file: string, change?: (text: string) => string) => string;
  readonly remove: () => void;
};
