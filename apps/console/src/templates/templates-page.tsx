import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Template } from '@chat/client';
import { previewOf } from '@chat/contracts/template-drafts';
import { channelOptions } from '../api/channel-options.rules';
import { useChannels } from '../api/channels';
import { useMay } from '../api/me';
import { templateListQuery, useTemplateRights, type TemplateStatus } from '../api/templates';
import { useFormats, useTexts } from '../texts/texts';
import { buttonClass } from '../ui/button';
import { Badge } from '../ui/card';
import { Select } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { statuses, type TemplateView } from './filters.rules';
import { languageName } from './language-name';
import styles from './templates.module.css';

const route = getRouteApi('/templates');

export function TemplatesPage() {
  const may = useMay();
  return may('templates:read') ? <Templates /> : <NotFound />;
}

function Templates() {
  const { lifecycle: texts } = useTexts();
  const { mayWrite } = useTemplateRights();
  const hasCloud = useCloudChannels().length > 0;
  const { status, channel } = route.useSearch();
  const list = useInfiniteQuery(templateListQuery({ status, chat_account_id: channel }));
  const templates = list.data?.pages.flatMap(({ data }) => data.templates) ?? [];
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      actions={
        mayWrite &&
        hasCloud && (
          <Link to="/templates/new" className={buttonClass('first')}>
            {texts.add}
          </Link>
        )
      }
      tools={<Filters />}
    >
      {list.isPending && <Skeleton rows={4} height="6rem" />}
      {list.isError && templates.length === 0 && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && templates.length === 0 && (
        <Empty icon="template" title={texts.emptyTitle}>
          {hasCloud ? texts.emptyAbout : texts.noChannel}
        </Empty>
      )}
      <ul className={styles.cards}>
        {templates.map((template) => (
          <TemplateCard key={template.template_id} template={template} />
        ))}
      </ul>
      <LoadMore list={list} />
    </PageFrame>
  );
}

/** The numbers that may have templates. */
export function useCloudChannels() {
  return useChannels().filter(({ channel_type: type }) => type === 'cloud');
}

function Filters() {
  const { lifecycle: texts, inbox } = useTexts();
  const formats = useFormats();
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const channels = useCloudChannels();
  const show = (change: TemplateView) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <div className={styles.filters}>
      <Select
        label={texts.status}
        isLabelSeen={false}
        value={view.status ?? 'APPROVED'}
        options={statuses.map((id) => ({ id, label: texts.statuses[id] }))}
        onChange={(id) => show({ status: id === 'APPROVED' ? undefined : id })}
      />
      {channels.length > 1 && (
        <Select
          label={texts.channel}
          isLabelSeen={false}
          value={String(view.channel ?? '')}
          options={[{ id: '', label: inbox.allChannels }, ...channelOptions(channels, formats.phone)]}
          onChange={(id) => show({ channel: id === '' ? undefined : Number(id) })}
        />
      )}
    </div>
  );
}

function TemplateCard({ template }: { template: Template }) {
  const { lifecycle: texts } = useTexts();
  const { template_id: id, name, language, category, rejection_reason: reason } = template;
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <div className={styles.names}>
          <h2 className={styles.name}>
            <Link to="/templates/$template" params={{ template: id }}>
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <p className={styles.under}>
            {languageName(language)} · {texts.categories[category]}
          </p>
        </div>
        <TemplateBadges template={template} />
      </div>
      <p className={styles.snippet} dir="auto">
        {previewOf(template, {}).body}
      </p>
      {reason != null && <p className={styles.under}>{texts.rejectedFor(reason)}</p>}
    </li>
  );
}

type Tone = ComponentProps<typeof Badge>['tone'];

const statusTones: Partial<Record<TemplateStatus, Tone>> = {
  APPROVED: 'good',
  PENDING: 'wait',
  PAUSED: 'wait',
  REJECTED: 'bad',
};
const qualityTones: Partial<Record<string, Tone>> = { GREEN: 'good', YELLOW: 'wait', RED: 'bad' };

/** What the provider makes of it. */
export function TemplateBadges({ template }: { template: Template }) {
  const { lifecycle: texts } = useTexts();
  const { status, quality_score: quality } = template;
  return (
    <>
      {quality != null && quality !== 'UNKNOWN' && (
        <Badge tone={qualityTones[quality]}>{texts.quality[quality] ?? quality}</Badge>
      )}
      <Badge tone={statusTones[status]}>{texts.statuses[status]}</Badge>
    </>
  );
}
