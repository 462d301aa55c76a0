/** Problems of sign-up and of the account's own forms, which no call of a sign-in has. */
import type { ProblemText } from '@rollcall/ui';
import type { ProblemName } from '../problem/problem.ts';

export const accountProblemsZhCN = {
  NewPasswordMissing: { what: '请设置密码。', next: '6–20 位，可用字母、数字和符号，不含空格。' },
  InvalidUsername: { what: '用户名不符合要求。', next: '请以字母开头，用 6–30 位字母、数字或下划线。' },
  InvalidNickname: { what: '昵称不符合要求。', next: '请用 1–20 个字，不含空格和特殊符号。' },
  NameRefused: { what: '这个名字不能使用。', next: '请换一个。' },
  InvalidFullname: {
    what: '姓名不符合要求。',
    next: '请填 2–20 个汉字，或 4–30 个字母（单词间一个空格）。',
  },
  InvalidQq: { what: 'QQ 号不正确。', next: '请填写 5–20 位数字。' },
  InvalidDescription: { what: '简介太长或含有不可见字符。', next: '请写在 50 个字以内。' },
  InvalidSex: { what: '性别选择无效。', next: '请重新选择。' },
  InvalidBirthday: { what: '生日不正确。', next: '请填写 1900 年以后的日期。' },
  PasswordMismatch: { what: '两次填写的密码不一致。', next: '请重新填写。' },
  FutureDate: { what: '生日不能晚于今天。', next: '请重新选择日期。' },
  UsernameAlreadySet: { what: '用户名已经设置过。', next: '用户名只能设置一次，不能更改。' },
  UsernameExists: { what: '这个用户名已有人使用。', next: '请换一个。' },
  NicknameExists: { what: '这个昵称已有人使用。', next: '请换一个。' },
  WrongOldPassword: { what: '原密码不正确。', next: '请检查后重试。' },
  PasswordAlreadySet: { what: '密码已经设置过。', next: '如需更改，请用“修改密码”。' },
  PhoneBound: { what: '账号已绑定手机号。', next: '如需更换，请用“更换手机号”。' },
  WrongOldPhone: { what: '这不是账号绑定的手机号。', next: '请检查后重试。' },
  PhoneBoundByOther: { what: '这个手机号已绑定其他账号。', next: '请换一个手机号。' },
  LastSignInMethod: { what: '这是账号唯一的登录方式，不能解绑。', next: '请先绑定手机号，再来解绑。' },
  WrongPupilCode: { what: '确认码不正确。', next: '请与学员核对后重新输入。' },
  LinkOver: { what: '链接已失效。', next: '请用验证码重设，或请学校重新发送。' },
  WrongPassword: { what: '密码不正确。', next: '请检查后重试。' },
  ThirdPartyBound: { what: '这个第三方账号已被绑定。', next: '请换一个，或先解除绑定。' },
  EmailRegistered: { what: '这个邮箱已有账号。', next: '请用它登录，或换一个邮箱。' },
  PhoneRequired: { what: '还没有绑定手机号。', next: '请先绑定手机号。' },
  ProofRequired: { what: '需要先确认是您本人。', next: '请重试。' },
  IllegalOauthTicket: { what: '第三方登录已过期。', next: '请重新开始第三方登录。' },
  PhoneUnregistered: { what: '这个手机号还没有注册。', next: '请先注册，或检查号码。' },
} satisfies Partial<Record<ProblemName, ProblemText>>;
