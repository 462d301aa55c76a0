/** Problems of sign-up and of the account's own forms, which no call of a sign-in has. */
import type { ProblemText } from '@rollcall/ui';
import type { ProblemName } from '../problem/problem.ts';

export const accountProblemsEn = {
  NewPasswordMissing: { what: 'Choose a password.', next: 'Use 6–20 letters, digits or symbols, no spaces.' },
  InvalidUsername: {
    what: 'This username does not fit the rule.',
    next: 'Start with a letter; use 6–30 letters, digits or underscores.',
  },
  InvalidNickname: {
    what: 'This nickname does not fit the rule.',
    next: 'Use 1–20 characters, no spaces or symbols.',
  },
  NicknameReserved: {
    what: 'A nickname can’t look like a teacher’s or the staff’s.',
    next: 'Please choose another.',
  },
  UsernameReserved: {
    what: 'A username can’t look like a teacher’s or the staff’s.',
    next: 'Please choose another.',
  },
  NameOfSchool: { what: 'The school keeps this name for itself.', next: 'Please choose another.' },
  NameUnapproved: { what: 'The school’s review did not allow this name.', next: 'Please choose another.' },
  NameRefused: { what: 'This name has a word that is not allowed.', next: 'Please choose another.' },
  InvalidFullname: {
    what: 'This name does not fit the rule.',
    next: 'Use 2–20 Chinese characters, or 4–30 letters with single spaces.',
  },
  InvalidQq: { what: 'This is not a QQ number.', next: 'It has 5–20 digits.' },
  InvalidDescription: {
    what: 'This text is too long or has invisible characters.',
    next: 'Please keep it within 50 characters.',
  },
  InvalidSex: { what: 'This choice is not valid.', next: 'Please choose again.' },
  InvalidBirthday: { what: 'This is not a birthday.', next: 'Enter a date after 1900.' },
  PasswordMismatch: { what: 'The two passwords differ.', next: 'Please type them again.' },
  FutureDate: { what: 'A birthday can’t be in the future.', next: 'Please choose another date.' },
  UsernameAlreadySet: { what: 'The username is set already.', next: 'It can be set only once.' },
  UsernameExists: { what: 'This username is taken.', next: 'Please choose another.' },
  NicknameExists: { what: 'This nickname is taken.', next: 'Please choose another.' },
  WrongOldPassword: { what: 'The old password is wrong.', next: 'Please check it and try again.' },
  PasswordAlreadySet: {
    what: 'The password is set already.',
    next: 'To change it, use “Change password”.',
  },
  PhoneBound: {
    what: 'This account already has a mobile number.',
    next: 'To change it, use “Change number”.',
  },
  WrongOldPhone: { what: 'This is not the account’s number.', next: 'Please check it and try again.' },
  PhoneBoundByOther: { what: 'Another account has this number.', next: 'Please use another number.' },
  LastSignInMethod: {
    what: 'This is the only way into your account, so it stays.',
    next: 'Add a mobile number first.',
  },
  WrongPupilCode: {
    what: 'This is not your child’s code.',
    next: 'Please compare it with your child’s screen and type it again.',
  },
  LinkOver: {
    what: 'This link is no longer valid.',
    next: 'Reset the password with a code, or ask the school for another link.',
  },
  WrongPassword: { what: 'The password is wrong.', next: 'Please check it and try again.' },
  ThirdPartyBound: {
    what: 'That third-party account is connected already.',
    next: 'Use another, or disconnect it first.',
  },
  EmailRegistered: {
    what: 'This address has an account already.',
    next: 'Sign in with it, or use another.',
  },
  PhoneRequired: { what: 'This account has no mobile number yet.', next: 'Please add one first.' },
  ProofRequired: { what: 'Confirm first that it is you.', next: 'Please try again.' },
  IllegalOauthTicket: { what: 'The third-party sign-in has expired.', next: 'Please start it again.' },
  PhoneUnregistered: {
    what: 'This number has no account yet.',
    next: 'Sign up first, or check the number.',
  },
} satisfies Partial<Record<ProblemName, ProblemText>>;
