/** Whether the address asks for the dialog of a new rule, as the command palette writes it: `#new`. */
import { useLocation, useNavigate } from '@tanstack/react-router';

/** @returns whether it does, and what takes it out of the address again */
export const useNewRule = (): readonly [asked: boolean, forget: () => void] => {
  const asked = useLocation({ select: ({ hash }) => hash === 'new' });
  const navigate = useNavigate();
  const forget = () => {
    if (asked) void navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return [asked, forget];
};
