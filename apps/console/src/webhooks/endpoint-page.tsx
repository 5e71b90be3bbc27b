import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Webhook } from '@chat/client';
import { useMay } from '../api/me';
import { webhooksQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { iconButtonClass } from '../ui/button';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { NotFound } from '../ui/not-found';
import { useTitle } from '../ui/page';
import { Failed, Skeleton } from '../ui/states';
import { useEndpointActions } from './actions';
import { DeliveryDialog } from './delivery-dialog';
import { DeliveryLog } from './delivery-log';
import type { LogView } from './filters.rules';
import { Health, StateBadge, Trouble } from './health';
import styles from './webhooks.module.css';

const route = getRouteApi('/webhooks/$webhook');

/** An endpoint and what was delivered to it. */
export function EndpointPage() {
  const may = useMay();
  return may('messages:webhook') ? <Found /> : <NotFound />;
}

function Found() {
  const { webhook: id } = route.useParams();
  const list = useQuery(webhooksQuery);
  if (list.isPending) return <Skeleton rows={4} />;
  if (list.isError) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  const webhook = list.data.find((one) => String(one.id) === id);
  return webhook ? <Endpoint key={id} webhook={webhook} others={list.data} /> : <NotFound />;
}

function Endpoint({ webhook, others }: { webhook: Webhook; others: readonly Webhook[] }) {
  const { webhooks: texts } = useTexts();
  useTitle(webhook.label);
  const { actions, dialog } = useEndpointActions(webhook);
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const show = (change: LogView) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.head}>
          <Link to="/webhooks" aria-label={texts.back} title={texts.back} className={iconButtonClass()}>
            <Icon name="back" flips />
          </Link>
          <div className={styles.names}>
            <h1>
              <bdi>{webhook.label}</bdi>
            </h1>
            <p className={styles.url}>
              <bdi dir="ltr">{webhook.url}</bdi>
            </p>
          </div>
          <StateBadge webhook={webhook} />
          <Menu label={texts.actionsOf(webhook.label)} actions={actions} />
        </header>
        <Trouble webhook={webhook} />
        <Health webhook={webhook} />
        <DeliveryLog webhook={webhook} others={others} view={view} onChange={show} />
        {view.delivery !== undefined && (
          <DeliveryDialog
            webhook={webhook}
            id={view.delivery}
            onClose={() => show({ delivery: undefined })}
          />
        )}
        {dialog}
      </div>
    </div>
  );
}
