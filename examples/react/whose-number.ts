import { type Auth, checkPhone } from '@rollcall/account';

export const whoseNumber = async (auth: Auth, phone_number: string): Promise<string> => {
  const { bound, own } = await checkPhone(auth, { phone_number });
  return own ? 'This is your number.' : bound ? 'Another account has this number.' : 'This number is free.';
};
