import { SignUpForm } from '../accounts.jsx';

export default function Page() {
  return <SignUpForm />;
}
