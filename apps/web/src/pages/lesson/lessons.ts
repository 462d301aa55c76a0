/** The numbers of the example lessons: `/lesson/1` and so on. */
export const lessonNumbers = [1, 2, 3] as const;
export type LessonNumber = (typeof lessonNumbers)[number];
