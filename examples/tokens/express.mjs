import express from 'express';
import { checkToken } from './check-token.mjs';

const app = express();

/** Sets `request.who` to the signed-in person; otherwise answers 401. */
const signedIn = (request, response, next) =>
  checkToken(request.headers.authorization).then(
    who => {
      request.who = who;
      next();
    },
    () => response.status(401).json({ error: 'Sign in first.' }),
  );

app.get('/me', signedIn, (request, response) => response.json(request.who));

app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
