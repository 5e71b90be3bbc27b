import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { QrCode } from '@chat/client';
import { dataOf } from '../api/call';
import { useTexts } from '../texts/texts';
import { Failed } from '../ui/states';
import styles from './channels.module.css';

/** The code to scan. It expires, and is asked for anew while somebody looks at it. */
export function QrPanel({ channelId, onConnected }: { channelId: number; onConnected: () => void }) {
  const { linking: texts, common } = useTexts();
  const code = useQuery({
    queryKey: ['qr', channelId],
    queryFn: () => dataOf<QrCode>('POST', `devices/${channelId}/qr`),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.data && !state.data.connected ? renewalOf(state.data) : false),
  });
  const isConnected = code.data?.connected === true;
  useEffect(() => {
    if (isConnected) onConnected();
    // The callback is another one at each rendering.
  }, [isConnected]);
  if (code.isError) return <Failed error={code.error} onRetry={() => void code.refetch()} />;
  return (
    <div className={styles.linking}>
      <div className={styles.qr}>
        {code.data?.qr ? (
          <img src={code.data.qr} alt={texts.qrAlt} />
        ) : (
          <span role="status" aria-label={common.loading} className={styles.qrPlace} />
        )}
      </div>
      <div>
        <ol className={styles.steps}>
          {texts.qrSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={styles.quiet}>{texts.qrRenews}</p>
        <p role="status" className={styles.waiting}>
          <span className={styles.pulse} />
          {texts.waiting}
        </p>
      </div>
    </div>
  );
}

/** Just after it expires: the network has the next one then. */
function renewalOf({ qr_duration: seconds }: QrCode): number {
  return Math.max(seconds, 1) * 1_000 + 250;
}
