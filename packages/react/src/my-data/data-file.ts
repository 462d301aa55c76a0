/** One JSON file with all that is kept of a person. */
import { linesOf } from './lines.ts';
import type { MyData } from './kept-data.ts';

/** Characters that are joined before they are handed over: a browser may keep a Blob's parts outside of memory. */
const PART = 1_000_000;

/** `{"export", "version", …the account's part, "usage": {"exports_and_erasures", "lines"}}`; `lines` as in the export of usage. */
export async function dataFile({ account, jobs, usage }: MyData): Promise<Blob> {
  const head = JSON.stringify({ export: 'rollcall-account', version: 1, ...account }, null, 2);
  const done = JSON.stringify(
    jobs.map(({ kind, state, created_at, finished_at, events }) => ({
      kind,
      state,
      created_at,
      finished_at,
      events,
    })),
  );
  const parts: Blob[] = [];
  let text = `${head.slice(0, -2)},\n  "usage": {\n    "exports_and_erasures": ${done},\n    "lines": [`;
  let between = '\n';
  for await (const line of linesOf(usage)) {
    if (!line) continue;
    text += `${between}${line}`;
    between = ',\n';
    if (text.length > PART) {
      parts.push(new Blob([text]));
      text = '';
    }
  }
  return new Blob([...parts, `${text}\n    ]\n  }\n}\n`], { type: 'application/json' });
}
