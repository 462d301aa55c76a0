/** The grades of a school, in order. The ids are kept with profiles: never give one another meaning. */
const grades = [
  { id: 15, 'zh-CN': '幼儿园', en: 'Kindergarten' },
  { id: 1, 'zh-CN': '一年级', en: 'Grade 1' },
  { id: 2, 'zh-CN': '二年级', en: 'Grade 2' },
  { id: 3, 'zh-CN': '三年级', en: 'Grade 3' },
  { id: 4, 'zh-CN': '四年级', en: 'Grade 4' },
  { id: 5, 'zh-CN': '五年级', en: 'Grade 5' },
  { id: 6, 'zh-CN': '六年级', en: 'Grade 6' },
  { id: 7, 'zh-CN': '初一', en: 'Grade 7' },
  { id: 8, 'zh-CN': '初二', en: 'Grade 8' },
  { id: 9, 'zh-CN': '初三', en: 'Grade 9' },
  { id: 10, 'zh-CN': '高一', en: 'Grade 10' },
  { id: 11, 'zh-CN': '高二', en: 'Grade 11' },
  { id: 12, 'zh-CN': '高三', en: 'Grade 12' },
  { id: 13, 'zh-CN': '大学', en: 'University' },
  { id: 14, 'zh-CN': '其他', en: 'Other' },
] as const;

export const gradeList = (language: 'zh-CN' | 'en'): { id: number; name: string }[] =>
  grades.map(grade => ({ id: grade.id, name: grade[language] }));

export const isGrade = (id: number): boolean => grades.some(grade => grade.id === id);

/** The same with their names in both languages. */
export const allGrades = (): { id: number; name: Record<'zh-CN' | 'en', string> }[] =>
  grades.map(({ id, ...name }) => ({ id, name }));
