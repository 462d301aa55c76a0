/** The dashboard that the overview shows below its figures, which it does not keep waiting. */
import type { Dashboard } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Grid } from '../dashboards/grid.tsx';
import { useTileName } from '../dashboards/tile.tsx';
import { Section } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { overviewWords } from './words.ts';

export default function FrontDashboard({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const nameOf = useTileName();
  const words = useWords(overviewWords);
  return (
    <Section
      title={nameOf(dashboard)}
      action={
        <Link to="/console/dashboards/$id" params={{ id: dashboard.id }}>
          {words.openDashboard}
        </Link>
      }
    >
      <Grid dashboard={dashboard} />
    </Section>
  );
}
