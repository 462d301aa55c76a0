/** Saves files. Replaced in tests, where there is no browser. */

/** Milliseconds after which the browser has certainly begun to copy the file. */
const COPIED = 60_000;

export const files = {
  /** Downloads a file under a name. */
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
