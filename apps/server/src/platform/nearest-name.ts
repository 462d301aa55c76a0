/** Number of single-character edits between two texts (Levenshtein). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const change = (row[at - 1] ?? 0) + (other[at - 1] === character ? 0 : 1);
      next.push(Math.min(change, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

/** The known name with the fewest edits from `name`; undefined where more than a third of it differs. */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  let nearest: string | undefined;
  let fewest = Math.floor(name.length / 3) + 1;
  for (const other of known) {
    // Takes at least as many edits.
    if (Math.abs(name.length - other.length) >= fewest) continue;
    const edits = distance(name, other);
    if (edits < fewest) {
      fewest = edits;
      nearest = other;
    }
  }
  return nearest;
};
