import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Template } from '@chat/client';
import { dataOf } from '../api/call';
import { useMay } from '../api/me';
import { templateQuery, useTemplateRights } from '../api/templates';
import { TemplatePreview } from '../messages/template-preview';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button, buttonClass } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Fact, Facts } from '../ui/facts';
import { MissingOr, NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Notice, Skeleton, useProblemText } from '../ui/states';
import { isEditable } from './filters.rules';
import { languageName } from './language-name';
import { SendTest } from './send-test';
import { TemplateBadges } from './templates-page';
import styles from './templates.module.css';

const route = getRouteApi('/templates/$template');

/** A template: what the provider makes of it, how a phone shows it, and what can be done with it. */
export function TemplatePage() {
  const may = useMay();
  return may('templates:read') ? <Found /> : <NotFound />;
}

function Found() {
  const { template: id } = route.useParams();
  const read = useQuery(templateQuery(id));
  if (read.data) return <Shown template={read.data} />;
  if (read.isPending) return <Skeleton rows={4} />;
  return <MissingOr error={read.error} onRetry={() => void read.refetch()} />;
}

function Shown({ template }: { template: Template }) {
  const { lifecycle: texts } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const { mayWrite, mayDelete } = useTemplateRights();
  const [open, setOpen] = useState<'test' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { template_id: id, name, quality_score: quality, rejection_reason: reason, status } = template;
  return (
    <PageFrame
      title={name}
      about={<Link to="/templates">{texts.back}</Link>}
      actions={
        <>
          {template.sendable && may('messages:send') && (
            <Button kind="first" icon="send" onPress={() => setOpen('test')}>
              {texts.sendTest}
            </Button>
          )}
          {mayWrite && isEditable(template) && (
            <Link to="/templates/$template/edit" params={{ template: id }} className={buttonClass('second')}>
              {texts.edit}
            </Link>
          )}
          {mayDelete && <Button onPress={() => setOpen('delete')}>{texts.remove}</Button>}
        </>
      }
    >
      <div className={styles.two}>
        <div className={styles.form}>
          <div className={styles.top}>
            <TemplateBadges template={template} />
          </div>
          {reason != null && <Notice tone="wait">{texts.rejectedFor(reason)}</Notice>}
          {status === 'APPROVED' && !template.sendable && <Notice tone="wait">{texts.notSendable}</Notice>}
          <Facts>
            <Fact label={texts.facts.language}>{languageName(template.language)}</Fact>
            <Fact label={texts.facts.category}>{texts.categories[template.category]}</Fact>
            <Fact label={texts.facts.quality}>
              {quality == null ? texts.notRated : (texts.quality[quality] ?? quality)}
            </Fact>
            <Fact label={texts.facts.provider}>
              <bdi dir="ltr">{template.provider_template_id ?? '…'}</bdi>
            </Fact>
            <Fact label={texts.facts.changed}>{formats.full(template.updated_at)}</Fact>
          </Facts>
        </div>
        <TemplatePreview
          template={template}
          values={Object.fromEntries(
            template.body_examples.map((example, index) => [`body-${index + 1}`, example]),
          )}
        />
      </div>
      {open === 'test' && <SendTest template={template} onClose={close} />}
      {open === 'delete' && <DeleteTemplate template={template} onClose={close} />}
    </PageFrame>
  );
}

function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const { lifecycle: texts, common } = useTexts();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = useRef(crypto.randomUUID());
  const remove = useMutation({
    mutationFn: () =>
      dataOf('DELETE', `templates/${encodeURIComponent(template.template_id)}`, {
        idempotencyKey: key.current,
      }),
    onSuccess: async () => {
      announce(texts.removed(template.name));
      onClose();
      await navigate({ to: '/templates' });
      queries.removeQueries(templateQuery(template.template_id));
      await queries.invalidateQueries({ queryKey: ['templates'] });
    },
  });
  return (
    <Dialog title={texts.removeTitle(template.name)} isOpen onClose={onClose} size="small" isAlert>
      <p>{texts.removeAbout}</p>
      {remove.isError && <Notice>{say(remove.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          {common.delete}
        </Button>
      </Actions>
    </Dialog>
  );
}
