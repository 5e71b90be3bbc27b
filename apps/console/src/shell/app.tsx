import { lazy, Suspense, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { signInAddressFor } from '../api/addresses';
import { meQuery } from '../api/me';
import { createQueryClient } from '../api/query-client';
import { part } from '../loading/part';
import type { Texts } from '../texts/en';
import type { LanguageCode } from '../texts/languages';
import { SpokenIn } from '../texts/texts';
import { Announcer } from '../ui/announcer';
import { createConsoleRouter } from './router';
import { StepUp } from './step-up';

const SessionEnded = lazy(part(() => import('./session-ended')));

export function App({ code, texts }: { code: LanguageCode; texts: Promise<Texts> }) {
  const [isSignedOut, setSignedOut] = useState(false);
  const [{ queryClient, router }] = useState(() => begin(() => setSignedOut(true)));
  return (
    <Suspense>
      <SpokenIn code={code} texts={texts}>
        <QueryClientProvider client={queryClient}>
          <Announcer>
            <StepUp>
              <RouterProvider router={router} />
            </StepUp>
          </Announcer>
          <Suspense>{isSignedOut && <SessionEnded />}</Suspense>
        </QueryClientProvider>
      </SpokenIn>
    </Suspense>
  );
}

/** Asks at once for who is signed in and for the page's own part, while the texts are on their way. */
function begin(onSignedOut: () => void) {
  const queryClient = createQueryClient(() => {
    // Somebody who was here may have written something, and is asked first.
    if (queryClient.getQueryData(meQuery.queryKey)) onSignedOut();
    else location.assign(signInAddressFor(location.href));
  });
  const router = createConsoleRouter();
  void queryClient.prefetchQuery(meQuery);
  void router.load();
  return { queryClient, router };
}
