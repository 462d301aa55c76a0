/** What a page does with a file that it was given. Replaced in tests: there no browser keeps files. */

/** Milliseconds after which the browser has surely begun to copy the file. */
const COPIED = 60_000;

export const files = {
  /** Has the browser keep a file under a name, as any download. */
  save(file: Blob, name: string): void {
    const url = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), COPIED);
  },
};
