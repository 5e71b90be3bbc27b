import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Template } from '@chat/client';
import { templateQuery, useTemplateRights } from '../api/templates';
import { useTexts } from '../texts/texts';
import { MissingOr, NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Skeleton } from '../ui/states';
import { Builder } from './builder';
import { isEditable } from './filters.rules';
import { useCloudChannels } from './templates-page';

const edited = getRouteApi('/templates/$template/edit');

/** Writes a new template. */
export function NewTemplatePage() {
  const { lifecycle: texts } = useTexts();
  const { mayWrite } = useTemplateRights();
  const channels = useCloudChannels();
  if (!mayWrite) return <NotFound />;
  return (
    <PageFrame title={texts.newTitle} isWide>
      {channels.length === 0 ? (
        <Empty icon="template" title={texts.emptyTitle}>
          {texts.noChannel}
        </Empty>
      ) : (
        <Builder template={null} channels={channels} />
      )}
    </PageFrame>
  );
}

/** Writes a template anew. */
export function EditTemplatePage() {
  const { mayWrite } = useTemplateRights();
  const { template: id } = edited.useParams();
  const read = useQuery({ ...templateQuery(id), enabled: mayWrite });
  if (!mayWrite) return <NotFound />;
  if (read.isPending) return <Skeleton rows={4} />;
  if (!read.data) return <MissingOr error={read.error} onRetry={() => void read.refetch()} />;
  return <Editing key={id} read={read.data} />;
}

function Editing({ read }: { read: Template }) {
  const { lifecycle: texts } = useTexts();
  // As it was at first: it changes at the provider as soon as the change is submitted.
  const [template] = useState(read);
  if (!isEditable(template)) return <NotFound />;
  return (
    <PageFrame title={texts.editTitle(template.name)} isWide>
      <Builder template={template} channels={[]} />
    </PageFrame>
  );
}
