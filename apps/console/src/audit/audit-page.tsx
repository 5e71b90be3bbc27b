import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { auditFile, auditQuery, type AuditEntry } from '../api/audit';
import { useHasRole } from '../api/me';
import { useColleagues } from '../api/tickets';
import { useFormats, useTexts } from '../texts/texts';
import { ButtonLink } from '../ui/button';
import { Entries, Entry, Filters } from '../ui/entries';
import { Fact, Facts } from '../ui/facts';
import { Select, TextField } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { useSettledChange } from '../ui/time';
import { actorTypes, changesOf, queryOf, whoOf, type AuditFilters } from './audit.rules';

const route = getRouteApi('/audit');

/** Who did what in the account, for admins. */
export function AuditPage() {
  const hasRole = useHasRole();
  return hasRole('admin') ? <Audit /> : <NotFound />;
}

function Audit() {
  const { audit: texts } = useTexts();
  const filters = route.useSearch();
  const query = queryOf(filters);
  const list = useInfiniteQuery(auditQuery(query));
  const entries = list.data?.pages.flatMap(({ data }) => data.entries) ?? [];
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      actions={<ButtonLink href={auditFile(query)}>{texts.save}</ButtonLink>}
      tools={<AuditTools />}
    >
      {list.isPending && <Skeleton rows={6} height="3rem" />}
      {list.isError && entries.length === 0 && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && entries.length === 0 && (
        <Empty icon="history" title={texts.emptyTitle}>
          {texts.emptyAbout}
        </Empty>
      )}
      {entries.length > 0 && (
        <Entries>
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </Entries>
      )}
      <LoadMore list={list} />
    </PageFrame>
  );
}

function AuditTools() {
  const { audit: texts } = useTexts();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(filters);
  const show = (change: AuditFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  useSettledChange(typed, ({ who, action, target }) =>
    show({ who: who || undefined, action: action || undefined, target: target || undefined }),
  );
  const text = (member: 'who' | 'action' | 'target') => (
    <TextField
      label={texts.filters[member]}
      help={texts.filtersHelp[member]}
      value={typed[member] ?? ''}
      onChange={(value) => setTyped({ ...typed, [member]: value.trim() })}
      maxLength={100}
    />
  );
  const day = (member: 'since' | 'until') => (
    <TextField
      label={texts.filters[member]}
      type="date"
      value={filters[member] ?? ''}
      onChange={(value) => show({ [member]: value === '' ? undefined : value })}
    />
  );
  return (
    <Filters>
      {text('action')}
      {text('target')}
      {text('who')}
      <Select
        label={texts.filters.by}
        value={filters.by ?? ''}
        options={[
          { id: '' as const, label: texts.anybody },
          ...actorTypes.map((id) => ({ id, label: texts.actors[id] })),
        ]}
        onChange={(id) => show({ by: id === '' ? undefined : id })}
      />
      {day('since')}
      {day('until')}
    </Filters>
  );
}

function AuditLine({ entry }: { entry: AuditEntry }) {
  const { audit: texts } = useTexts();
  const formats = useFormats();
  const { actor } = entry;
  const kind = (texts.actors as Readonly<Record<string, string>>)[actor.type] ?? actor.type;
  const who = whoOf(actor, useColleagues());
  return (
    <Entry
      what={
        <>
          <bdi dir="ltr">{entry.action}</bdi> · <bdi dir="ltr">{entry.target}</bdi>
        </>
      }
      beside={
        <>
          {who == null ? kind : <bdi>{who}</bdi>} · {formats.full(entry.at)}
        </>
      }
    >
      <Facts>
        <Fact label={texts.actor}>
          {kind}
          {actor.id != null && (
            <>
              {' '}
              <bdi dir="ltr">{actor.id}</bdi>
            </>
          )}
        </Fact>
        {entry.address != null && (
          <Fact label={texts.address}>
            <bdi dir="ltr">{entry.address}</bdi>
          </Fact>
        )}
        {entry.request_id != null && (
          <Fact label={texts.request}>
            <bdi dir="ltr">{entry.request_id}</bdi>
          </Fact>
        )}
      </Facts>
      <Changes entry={entry} />
    </Entry>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { audit: texts } = useTexts();
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <Table
      label={texts.changes}
      columns={[{ label: texts.member }, { label: texts.before }, { label: texts.after }]}
      rows={changes.map(({ member, before, after }) => ({
        id: member,
        cells: [
          <bdi key="member" dir="ltr">
            {member}
          </bdi>,
          before === null ? '–' : <bdi>{before}</bdi>,
          after === null ? '–' : <bdi>{after}</bdi>,
        ],
      }))}
    />
  );
}
