import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '@chat/client';
import { useMay } from '../api/me';
import { webhooksQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { Button, buttonClass } from '../ui/button';
import { Card, Cards } from '../ui/card';
import { Menu } from '../ui/menu';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useEndpointActions } from './actions';
import { EndpointForm } from './endpoint-form';
import { Health, StateBadge, Trouble } from './health';
import { SecretOnce } from './secret-once';
import styles from './webhooks.module.css';

/** Each card asks for its endpoint's health. */
const SHOWN_AT_ONCE = 20;

/** Where events are sent to, for those who may decide that. */
export function WebhooksPage() {
  const may = useMay();
  return may('messages:webhook') ? <Webhooks /> : <NotFound />;
}

function Webhooks() {
  const { webhooks: texts } = useTexts();
  const list = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const add = (
    <Button kind="first" icon="plus" onPress={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  const isEmpty = list.data?.length === 0;
  const rest = (list.data?.length ?? 0) - shown;
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      actions={
        <>
          <Link to="/webhooks/verify" className={buttonClass('second')}>
            {texts.verify}
          </Link>
          {list.data && !isEmpty && add}
        </>
      }
    >
      {list.isPending && <Skeleton rows={3} height="9rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && (
        <Empty icon="webhook" title={texts.emptyTitle} action={add}>
          {texts.emptyAbout}
        </Empty>
      )}
      <Cards>
        {list.data?.slice(0, shown).map((webhook) => (
          <EndpointCard key={webhook.id} webhook={webhook} />
        ))}
      </Cards>
      {rest > 0 && <Button onPress={() => setShown(shown + SHOWN_AT_ONCE)}>{texts.more(rest)}</Button>}
      {isAdding && (
        <EndpointForm
          webhook={null}
          onCreated={(created) => {
            setAdding(false);
            setSecret(created);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secret !== null && (
        <SecretOnce fresh={{ secret, formerUntil: null }} onClose={() => setSecret(null)} />
      )}
    </PageFrame>
  );
}

function EndpointCard({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts();
  const { actions, dialog } = useEndpointActions(webhook);
  const { id, label, url } = webhook;
  return (
    <Card
      name={
        <Link to="/webhooks/$webhook" params={{ webhook: String(id) }}>
          {label}
        </Link>
      }
      under={
        <bdi dir="ltr" className={styles.url}>
          {url}
        </bdi>
      }
      beside={
        <>
          <StateBadge webhook={webhook} />
          <Menu label={texts.actionsOf(label)} actions={actions} />
        </>
      }
    >
      <Trouble webhook={webhook} />
      <Health webhook={webhook} />
      {dialog}
    </Card>
  );
}
