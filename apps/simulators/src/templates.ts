/** The approved message templates: one for each purpose and language. */

/** Template code → text. Aliyun writes variables as `${name}`, Tencent as `{1}`, `{2}`. */
export type Templates = Readonly<Record<string, string>>;

/** The position is the last digit of the template codes: register 1, login 2 ... common 9. */
const purposes = [
  ['register', '注册', 'to sign up'],
  ['login', '登录', 'to sign in'],
  ['silence', '登录', 'to sign in'],
  ['oauth', '登录', 'to sign in'],
  ['bind', '绑定手机号', 'to add this number'],
  ['change', '更换手机号', 'to change number'],
  ['update', '修改密码', 'to change password'],
  ['reset', '重设密码', 'to reset password'],
  ['common', '身份验证', 'to verify'],
] as const;

type Write = (purpose: string, code: string, minutes: string) => string;

const build =
  (zh: Write, en: Write) =>
  (chinese: string, english: string, code: string, minutes: string): Templates =>
    Object.fromEntries(
      purposes.flatMap(([, inChinese, inEnglish], index) => [
        [`${chinese}${index + 1}`, zh(inChinese, code, minutes)],
        [`${english}${index + 1}`, en(inEnglish, code, minutes)],
      ]),
    );

/** Of text messages: the code first, and short. */
const written = build(
  (purpose, code, minutes) => `验证码 ${code}，用于${purpose}，${minutes} 分钟内有效，请勿告诉他人。`,
  (purpose, code, minutes) => `Code ${code} ${purpose}. Valid ${minutes} min. Never share it.`,
);

/** Of calls. */
const spoken = build(
  (purpose, code, minutes) => `您的${purpose}验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
  (purpose, code, minutes) =>
    `${code} is your code ${purpose}. It is valid for ${minutes} minutes. Do not share it with anyone.`,
);

/** Of security messages: what happened, when, and the page against it. */
const notices = (
  chinese: string,
  english: string,
  [what, time, path]: readonly [string, string, string],
): Templates => ({
  [chinese]: `您的账号${what}，时间：${time}。如非本人操作，请打开 https://school.example/${path} 处理。`,
  [english]: `Your account: ${what}, ${time}. If this was not you, open https://school.example/${path}`,
});

/** Chinese `SMS_2026010N`, English `SMS_2026020N`; of security messages `SMS_20260300` and `SMS_20260400`. */
export const aliyunSmsTemplates = {
  ...written('SMS_2026010', 'SMS_2026020', '${code}', '10'),
  ...notices('SMS_20260300', 'SMS_20260400', ['${what}', '${time}', '${path}']),
};
/** Chinese `TTS_2026010N`, English `TTS_2026020N`. */
export const aliyunVoiceTemplates = spoken('TTS_2026010', 'TTS_2026020', '${code}', '10');
/**
 * Chinese `202601N`, English `202602N`; {1} the code, {2} its minutes of validity. Of security messages `2026300` and `2026400`:
 * {1} what happened, {2} the time, {3} the path of a page.
 */
export const tencentSmsTemplates = {
  ...written('202601', '202602', '{1}', '{2}'),
  ...notices('2026300', '2026400', ['{1}', '{2}', '{3}']),
};
/** Chinese `202603N`, English `202604N`; {1} the code, {2} its minutes of validity. */
export const tencentVoiceTemplates = spoken('202603', '202604', '{1}', '{2}');

/** The names of an Aliyun template's variables. */
export const namedVariables = (template: string): string[] => [
  ...new Set([...template.matchAll(/\$\{(\w+)\}/g)].map(match => match[1] ?? '')),
];

/** The number of variables of a Tencent template. */
export const numberedVariables = (template: string): number =>
  Math.max(0, ...[...template.matchAll(/\{(\d+)\}/g)].map(match => Number(match[1])));

/** Replaces both kinds of variables. A variable without a value stays. */
export const fill = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\$?\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? (params[name] ?? whole) : whole,
  );
