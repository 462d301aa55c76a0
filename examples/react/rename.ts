import { type Auth, AuthError, updateProfile } from '@rollcall/account';

export const rename = async (auth: Auth, nickname: string): Promise<string> => {
  try {
    await updateProfile(auth, { nickname });
    return `Hello, ${nickname}.`;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.name === 'NicknameExists') return 'Somebody has this name. Take another.';
    if (error.name === 'InvalidNickname') return error.message;
    throw error;
  }
};
