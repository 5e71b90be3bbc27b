import { getRouteApi } from '@tanstack/react-router';
import { useIsOperator } from '../api/me';
import { useTexts } from '../texts/texts';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { Accounts } from './accounts';
import { DeadLetters } from './dead-letters';
import { Health } from './health';
import { Jobs } from './jobs';
import type { views } from './view.rules';

const route = getRouteApi('/installation');

/** What operators look after. Nothing that people write is here. */
export function InstallationPage() {
  return useIsOperator() ? <Installation /> : <NotFound />;
}

function Installation() {
  const { installation: texts } = useTexts();
  const navigate = route.useNavigate();
  const { view, state } = route.useSearch();
  const panels = {
    accounts: <Accounts />,
    health: <Health />,
    'dead-letters': <DeadLetters />,
    jobs: (
      <Jobs
        state={state}
        onChange={(next) =>
          void navigate({ search: (before) => ({ ...before, state: next }), replace: true })
        }
      />
    ),
  };
  return (
    <PageFrame title={texts.title} about={texts.about}>
      <Tabs
        label={texts.title}
        selected={view ?? 'accounts'}
        onSelect={(id) =>
          void navigate({
            search: { view: id === 'accounts' ? undefined : (id as (typeof views)[number]) },
            replace: true,
          })
        }
        tabs={(['accounts', 'health', 'dead-letters', 'jobs'] as const).map((id) => ({
          id,
          label: texts.views[id],
          panel: panels[id],
        }))}
      />
    </PageFrame>
  );
}
