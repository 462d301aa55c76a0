/** The example lessons, by their numbers: `/lesson/1` and so on. */
export const lessonNumbers = [1, 2, 3] as const;
export type LessonNumber = (typeof lessonNumbers)[number];
