import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OnboardingSession } from '@chat/client';
import { dataOf } from '../api/call';
import { channelsQuery } from '../api/channels';
import { useTexts } from '../texts/texts';
import { IconButton } from '../ui/button';
import { Notice } from '../ui/states';
import styles from './channels.module.css';

/** While a number connects, how often it is asked whether it has. */
const LOOK_MS = 2_000;

/** What became of the sign-up from which somebody has just come back: as the server knows it, not as the address says. */
export function SignUpOutcome({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const { connecting: texts, common } = useTexts();
  const queries = useQueryClient();
  const { data: session, isError } = useQuery({
    queryKey: ['sign-up', sessionId],
    queryFn: ({ signal }) =>
      dataOf<OnboardingSession>('GET', `devices/cloud/onboarding-sessions/${sessionId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_MS : false),
  });
  const status = session?.status;
  useEffect(() => {
    if (status === 'completed') void queries.invalidateQueries(channelsQuery);
  }, [status, queries]);
  if (isError || !session) return null;
  const said = {
    pending: texts.pending,
    completed: texts.completed(session.device?.business_name ?? ''),
    failed: `${texts.failed} ${session.error?.message ?? ''}`,
    expired: texts.expired,
  }[session.status];
  const tone = { pending: 'wait', completed: 'calm', failed: 'alarm', expired: 'alarm' } as const;
  return (
    <Notice tone={tone[session.status]}>
      <div className={styles.outcome} role="status">
        <span>{said}</span>
        <IconButton icon="close" label={common.close} onPress={onClose} />
      </div>
    </Notice>
  );
}
