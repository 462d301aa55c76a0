/** The lessons, for signed-in pupils only. */
import { getProfile } from '@rollcall/account';
import { useEffect, useState } from 'react';
import { auth } from './auth.ts';

const LESSONS = ['循环：让电脑数到一百', '条件：如果下雨就带伞', '函数：把做法起个名字'];

export function Lessons() {
  const [nickname, setNickname] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    getProfile(auth, undefined, { signal: controller.signal }).then(
      profile => setNickname(profile.nickname),
      // Aborted, or offline: the lessons are shown without a name.
      () => {},
    );
    return () => controller.abort();
  }, []);
  return (
    <section aria-labelledby="lessons">
      <h1 id="lessons">{nickname}同学，今天学什么？</h1>
      <ol className="lessons">
        {LESSONS.map(lesson => (
          <li key={lesson}>{lesson}</li>
        ))}
      </ol>
    </section>
  );
}
