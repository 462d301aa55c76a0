/** What the frame remembers in the browser. One that keeps nothing for this site forgets it when the page is left. */

export const readKept = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeKept = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it stays as it is until the page is left
  }
};
