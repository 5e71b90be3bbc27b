import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DeliveryWithAttempts, Webhook } from '@chat/client';
import { dataOf } from '../api/call';
import { useHasRole } from '../api/me';
import { deliveryQuery, mayProbeQuery, showDelivery } from '../api/webhooks';
import { part } from '../loading/part';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { quietClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Fact, Facts } from '../ui/facts';
import { MissingOr } from '../ui/not-found';
import { Notice, Skeleton, useProblemText } from '../ui/states';
import { DeliveryBadge } from './delivery-badge';
import { EventName } from './event-name';
import { messageIdOf } from './events.rules';
import { useOutcomeText } from '../trail/outcome';
import { RecoverFailed } from './recover-failed';
import styles from './webhooks.module.css';

const TrailDialog = lazy(part(() => import('../trail/trail-dialog')));

/** A delivery: what is sent, how each attempt ended, and what the receiver answered. It is looked at until it has ended. */
export function DeliveryDialog({
  webhook,
  id,
  onClose,
}: {
  webhook: Webhook;
  id: number;
  onClose: () => void;
}) {
  const { webhooks: texts, trail } = useTexts();
  const hasRole = useHasRole();
  const read = useQuery(deliveryQuery(webhook.id, id));
  const [isRecovering, setRecovering] = useState(false);
  const [isExplaining, setExplaining] = useState(false);
  const queries = useQueryClient();
  const { data: delivery } = read;
  // The log and the health of the endpoint show it as it is here.
  useEffect(() => {
    if (!delivery) return;
    showDelivery(queries, delivery);
    void queries.invalidateQueries({ queryKey: ['webhooks', 'health', webhook.id] });
  }, [queries, webhook.id, delivery]);
  if (isRecovering && read.data) {
    return (
      <RecoverFailed
        webhookId={webhook.id}
        since={read.data.updated_at}
        onClose={() => setRecovering(false)}
      />
    );
  }
  const messageId = messageIdOf(delivery?.payload);
  if (isExplaining && messageId !== null) {
    return (
      <Suspense>
        <TrailDialog messageId={messageId} onClose={() => setExplaining(false)} />
      </Suspense>
    );
  }
  return (
    <Dialog title={texts.deliveryTitle(String(id))} isOpen onClose={onClose} size="large">
      {read.isPending && <Skeleton rows={4} />}
      {read.isError && !read.data && (
        <MissingOr error={read.error} onRetry={() => void read.refetch()} isInDialog />
      )}
      {read.data && <Details delivery={read.data} />}
      {messageId !== null && hasRole('developer') && (
        <div>
          <Button isSmall icon="history" onPress={() => setExplaining(true)}>
            {trail.open}
          </Button>
        </div>
      )}
      {read.data && <Again webhook={webhook} delivery={read.data} onRecover={() => setRecovering(true)} />}
    </Dialog>
  );
}

function Details({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const { status, error, next_retry_at: next, delivered_at: deliveredAt } = delivery;
  return (
    <div className={styles.details}>
      <Facts>
        <Fact label={texts.state}>
          <DeliveryBadge status={status} />
        </Fact>
        <Fact label={texts.event}>
          <EventName event={delivery.event} />
        </Fact>
        <Fact label={texts.createdAt}>{formats.full(delivery.created_at)}</Fact>
        {deliveredAt != null && <Fact label={texts.deliveredAt}>{formats.full(deliveredAt)}</Fact>}
        {status === 'pending' && next != null && <Fact label={texts.nextRetry}>{formats.full(next)}</Fact>}
        <Fact label={texts.eventId}>
          <bdi dir="ltr">{delivery.event_id}</bdi>
        </Fact>
      </Facts>
      {status !== 'succeeded' && error !== null && (
        <Notice tone="wait">{texts.errors[error] ?? error}</Notice>
      )}
      <section className={styles.section}>
        <h3>{texts.attempts}</h3>
        <Attempts delivery={delivery} />
      </section>
      {delivery.response_body != null && delivery.response_body !== '' && (
        <section className={styles.section}>
          <h3>{texts.response}</h3>
          <pre className={styles.payload} tabIndex={0} dir="ltr">
            {delivery.response_body}
          </pre>
        </section>
      )}
      <section className={styles.section}>
        <h3>{texts.payload}</h3>
        {delivery.payload == null ? (
          <p className={quietClass}>{texts.noPayload}</p>
        ) : (
          <pre className={styles.payload} tabIndex={0} dir="ltr">
            {JSON.stringify(delivery.payload, null, 2)}
          </pre>
        )}
      </section>
    </div>
  );
}

function Attempts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const outcome = useOutcomeText();
  if (delivery.attempt_log.length === 0) return <p className={quietClass}>{texts.noAttempts}</p>;
  return (
    <div className={styles.attempts} tabIndex={0} role="region" aria-label={texts.attempts}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.result}</th>
            <th scope="col">{texts.duration}</th>
          </tr>
        </thead>
        <tbody>
          {delivery.attempt_log.map((attempt) => (
            <tr key={attempt.number}>
              <td>{formats.number(attempt.number)}</td>
              <td>{formats.full(attempt.at)}</td>
              <td className={attempt.error === null ? styles.good : styles.bad}>{outcome(attempt)}</td>
              <td>{texts.milliseconds(formats.number(attempt.duration_ms))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Sends what did not arrive once more: this delivery, or whatever failed since then. */
function Again({
  webhook,
  delivery,
  onRecover,
}: {
  webhook: Webhook;
  delivery: DeliveryWithAttempts;
  onRecover: () => void;
}) {
  const { webhooks: texts } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const { data: mayProbe = false } = useQuery(mayProbeQuery);
  const resend = useMutation({
    mutationFn: () => dataOf('POST', `webhooks/deliveries/${delivery.id}/resend`),
    onSuccess: async () => {
      announce(texts.resent);
      await queries.invalidateQueries({ queryKey: ['delivery', webhook.id, delivery.id] });
      await queries.resetQueries({ queryKey: ['deliveries', webhook.id] });
    },
  });
  const hasFailed = delivery.status === 'failed' || delivery.status === 'blocked';
  if (!hasFailed || !mayProbe || webhook.status !== 'active') return null;
  return (
    <>
      {resend.isError && <Notice>{say(resend.error)}</Notice>}
      <Actions>
        <Button onPress={onRecover}>{texts.recoverFrom}</Button>
        <Button kind="first" isDisabled={resend.isPending} onPress={() => resend.mutate()}>
          {texts.resend}
        </Button>
      </Actions>
    </>
  );
}
