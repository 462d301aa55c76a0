import { SignIn } from '@rollcall/react';
import './placed.css';

export const Placed = () => (
  <main className="placed">
    <SignIn signUp="/sign-up" slots={{ heading: <h1>My school</h1> }} />
  </main>
);
