import { getProtocols } from '@rollcall/account';
import { useRollcall } from '@rollcall/react';
import { useEffect, useState } from 'react';

const codeList = ['user-agreement', 'privacy-policy'];

export const Documents = () => {
  const { auth, phrases } = useRollcall();
  const { language } = phrases;
  const host = auth?.params.host;
  const [list, setList] = useState<Awaited<ReturnType<typeof getProtocols>>>([]);
  useEffect(() => {
    if (auth) getProtocols(auth, { codeList, language }).then(setList, () => {});
  }, [auth, language]);
  return (
    <footer>
      {list.map(({ code, title, url }) => (
        <a key={code} href={new URL(url, typeof host === 'string' ? host : location.href).href}>
          {title}
        </a>
      ))}
    </footer>
  );
};
