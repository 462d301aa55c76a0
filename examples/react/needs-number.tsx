import { BindPhone, useAccount } from '@rollcall/react';
import type { ReactNode } from 'react';

export const NeedsNumber = ({ children }: { children: ReactNode }) => {
  const { account } = useAccount();
  if (!account) return null;
  return account.privacy.phone_number === null ? <BindPhone onBound={() => location.reload()} /> : children;
};
