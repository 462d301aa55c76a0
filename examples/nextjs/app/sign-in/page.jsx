import { SignInForm } from '../accounts.jsx';

export default function Page() {
  return <SignInForm />;
}
