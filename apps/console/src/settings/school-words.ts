/** The words of the school's name, mark and colour: of the first run, and of the settings. */
import type { FirstSetting } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

const en = {
  lead: 'How the pages will look. All of this can be changed later, under Settings.',
  titles: {
    ROLLCALL_NAME: 'School’s name',
    ROLLCALL_NAME_EN: 'School’s English name',
    ROLLCALL_MARK: 'Mark',
    ROLLCALL_COLOUR: 'Colour of the buttons',
  },
  rules: {
    name: 'In the head and the titles of the pages.',
    name_en: 'For readers of the English pages.',
    mark: 'The https address of a picture, shown 32 px high.',
    colour: 'Of the main buttons, like #1f4b8f; dark enough for white words.',
  } satisfies Record<FirstSetting, string>,
  refused: (message: string) => `This value can’t be used. ${message}`,
  tooLong: (most: number) => `Please enter at most ${most.toLocaleString('en')} characters.`,
  sample: 'Fill it with sample data',
  sampleRule: (remove: string | undefined) =>
    `An invented school, marked as such, to look around: pupils, usage, errors, messages. It appears within a minute or two${remove ? `; ${remove} takes it out again` : ''}.`,
  noSample:
    'This server makes no sample data: it is in production, or has several processes, where the command of the guide makes it.',
  preview: 'On the sign-in page',
  signIn: 'Sign in',
};

export const schoolWords: Translations<typeof en> = {
  'zh-CN': {
    lead: '页面的样子。以下各项以后都可在“设置”中修改。',
    titles: {
      ROLLCALL_NAME: '学校名称',
      ROLLCALL_NAME_EN: '学校英文名称',
      ROLLCALL_MARK: '学校标志',
      ROLLCALL_COLOUR: '按钮颜色',
    },
    rules: {
      name: '显示在页面的页头和标题中。',
      name_en: '显示在英文页面中。',
      mark: '图片的 https 网址，以 32 px 高显示。',
      colour: '主要按钮的颜色，如 #1f4b8f；须足够深，能衬托白字。',
    },
    refused: message => `这个值不能使用。${message}`,
    tooLong: most => `最多 ${most.toLocaleString('en')} 个字符。`,
    sample: '填入示例数据',
    sampleRule: remove =>
      `一所虚构的学校，带有标记，供您先看看效果：学员、使用记录、错误和消息。一两分钟内出现${remove ? `，可以用 ${remove} 清除` : ''}。`,
    noSample: '这台服务器不在这里生成示例数据：它是生产环境，或有多个进程（可用指南中的命令生成）。',
    preview: '登录页效果',
    signIn: '登录',
  },
  en,
};
