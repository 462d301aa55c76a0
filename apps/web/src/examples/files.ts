/**
 * The static files of the example pages: the contests' drawings, and the pages of their list in each language.
 */
import type { Language } from '@rollcall/react';
import { COUNT, type ContestPart, contestOf, PART, subjectOf } from './contest.ts';
import { drawing } from './drawing.ts';

/** Writes a file under a name with its hash; resolves with its path. */
export type Place = (name: string, content: string) => Promise<string>;

/** The first page of the contests in each language. */
export type Placed = Readonly<Record<Language, ContestPart>>;

export async function staticFiles(place: Place): Promise<Placed> {
  const pictures: string[] = [];
  for (let id = 0; id < COUNT; id++)
    pictures.push(await place(`contests/${id}.svg`, drawing(subjectOf(id).name, id)));
  const first = async (language: Language): Promise<ContestPart> => {
    let part: ContestPart | undefined;
    // from the last to the first, since each names its successor
    for (let from = COUNT - PART; from >= 0; from -= PART) {
      const contests = pictures
        .slice(from, from + PART)
        .map((picture, index) => contestOf(from + index, language, picture));
      const next = part ? await place(`contests/${language}.json`, JSON.stringify(relative(part))) : null;
      part = { contests, count: COUNT, next };
    }
    if (!part) throw new Error('There are no contests.');
    return part;
  };
  return { 'zh-CN': await first('zh-CN'), en: await first('en') };
}

/** The files are in one folder, wherever they are served from. */
const relative = (part: ContestPart): ContestPart => ({
  ...part,
  contests: part.contests.map(contest => ({ ...contest, picture: fileName(contest.picture) })),
  next: part.next && fileName(part.next),
});
const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
