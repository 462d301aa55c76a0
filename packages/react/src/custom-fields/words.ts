/** Words of the school's own fields. In a file of its own, so that only the account page loads them. */
import type { FieldMistake } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';

const en = {
  title: 'For your school',
  lead: 'What your school asks for beside the profile.',
  save: 'Save',
  saving: 'Saving…',
  saved: (time: string) => `Saved at ${time}.`,
  unchanged: 'Nothing was changed.',
  unsaid: 'Not set',
  yes: 'Yes',
  no: 'No',
  comma: ', ',
  mistakes: {
    unknown: 'Your school changed this. Please reload the page.',
    required: 'Please fill this in.',
    type: 'Please check this.',
    length: 'This is too short or too long.',
    range: 'This is out of range.',
    format: 'This has another form than your school asks for.',
    option: 'Please choose from the list.',
  } satisfies Record<FieldMistake, string>,
  rules: {
    length: (least: number, most: number) =>
      least === most ? `${most} characters.` : `${least} to ${most} characters.`,
    least: (least: string) => `At least ${least}.`,
    most: (most: string) => `At most ${most}.`,
    range: (least: string, most: string) => `${least} to ${most}.`,
    digits: 'Digits only.',
    code: 'Letters A to Z and digits only.',
    email: 'An e-mail address.',
    phone: 'A mobile number of 11 digits.',
    url: 'An address that begins with https://.',
  },
};

export type CustomFieldWords = typeof en;

export const customFieldWords: Readonly<Record<Language, CustomFieldWords>> = {
  en,
  'zh-CN': {
    title: '学校信息',
    lead: '个人资料之外，学校需要了解的信息。',
    save: '保存',
    saving: '正在保存…',
    saved: time => `已于 ${time} 保存。`,
    unchanged: '没有需要保存的修改。',
    unsaid: '未填写',
    yes: '是',
    no: '否',
    comma: '、',
    mistakes: {
      unknown: '学校已修改此项，请刷新页面。',
      required: '请填写此项。',
      type: '请检查填写的内容。',
      length: '字数不符合要求。',
      range: '不在允许的范围内。',
      format: '格式不符合学校的要求。',
      option: '请从列表中选择。',
    },
    rules: {
      length: (least, most) => (least === most ? `${most} 个字符。` : `${least}–${most} 个字符。`),
      least: least => `不小于 ${least}。`,
      most: most => `不大于 ${most}。`,
      range: (least, most) => `${least} 至 ${most}。`,
      digits: '只能填写数字。',
      code: '只能填写字母和数字。',
      email: '请填写邮箱地址。',
      phone: '请填写 11 位手机号。',
      url: '请填写以 https:// 开头的网址。',
    },
  },
};
