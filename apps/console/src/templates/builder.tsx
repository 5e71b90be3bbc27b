import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import type { Channel, Template } from '@chat/client';
import { languages } from '@chat/contracts/template-drafts';
import { ApiError, dataOf } from '../api/call';
import { channelOptions } from '../api/channel-options.rules';
import { TemplatePreview } from '../messages/template-preview';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Choices, Select, TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import { ButtonsPart } from './builder-buttons';
import { HeaderPart } from './builder-header';
import { OtpPart } from './builder-otp';
import { FooterPart, TextPart } from './builder-texts';
import {
  blank,
  categories,
  changesOf,
  previewSourceOf,
  problemsOf,
  requestOf,
  sampleValuesOf,
  writtenOf,
  type Written,
} from './builder.rules';
import { languageName } from './language-name';
import styles from './templates.module.css';

/** What every part of the builder gets. */
export interface PartProps {
  readonly written: Written;
  /** @param paths of the members about which problems are shown from now on. */
  readonly change: (change: Partial<Written>, ...paths: string[]) => void;
  /** What is wrong with a member, once somebody has written there or tried to submit. */
  readonly problemOf: (path: string) => string | undefined;
}

/** Writes a template, with what a phone will show beside it and each rule at its field. Nothing is asked of the server meanwhile. */
export function Builder({ template, channels }: { template: Template | null; channels: readonly Channel[] }) {
  const { lifecycle: texts } = useTexts();
  const say = useProblemText();
  const formats = useFormats();
  const [written, setWritten] = useState<Written>(() => (template ? writtenOf(template) : blank));
  const [channel, setChannel] = useState(String(channels[0]?.id ?? ''));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [hasTried, setTried] = useState(false);
  const [picture, setPicture] = useState<string | null>(null);
  const found = useMemo(() => problemsOf(written, template), [written, template]);
  const { save, hasChanges } = useSave({ template, written, channel });
  const refused = save.error instanceof ApiError ? save.error : null;
  const problemOf = (path: string) =>
    (hasTried || touched.has(path) ? found[path] : undefined) ?? refused?.of(path);
  const change: PartProps['change'] = (changed, ...paths) => {
    setWritten((before) => ({ ...before, ...changed }));
    setTouched((before) => new Set([...before, ...paths]));
    if (save.isError) save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(found).length === 0 && hasChanges && !save.isPending) save.mutate();
  };
  const part: PartProps = { written, change, problemOf };
  const isOtp = written.category === 'AUTHENTICATION';
  const hasPlace = refused !== null && Object.keys(refused.details['errors'] ?? {}).length > 0;
  return (
    <div className={styles.two}>
      <form onSubmit={submit} className={styles.form}>
        {channels.length > 1 && (
          <Select
            label={texts.channel}
            value={channel}
            options={channelOptions(channels, formats.phone)}
            onChange={setChannel}
          />
        )}
        {template === null && <NamePart {...part} />}
        {template?.status !== 'APPROVED' && (
          <Choices
            label={texts.category}
            value={written.category}
            options={categories.map((id) => ({
              id,
              label: texts.categories[id],
              help: texts.categoryHelp[id],
            }))}
            onChange={(category) => change({ category })}
          />
        )}
        {isOtp ? (
          <OtpPart {...part} isNew={template === null} />
        ) : (
          <>
            <HeaderPart
              {...part}
              hasSample={template?.header_format === written.header}
              onPicture={setPicture}
            />
            <TextPart {...part} />
            <FooterPart {...part} />
            <ButtonsPart {...part} />
          </>
        )}
        {hasTried && Object.keys(found).length > 0 && <Notice>{texts.problems}</Notice>}
        {hasTried && !hasChanges && <Notice tone="wait">{texts.unchanged}</Notice>}
        {save.isError && !hasPlace && <Notice>{say(save.error)}</Notice>}
        <div>
          <Button kind="first" type="submit" isDisabled={save.isPending}>
            {template ? texts.save : texts.submit}
          </Button>
        </div>
      </form>
      <div className={styles.side}>
        <TemplatePreview
          template={previewSourceOf(written)}
          values={sampleValuesOf(written)}
          picture={written.header === 'IMAGE' ? picture : null}
        />
      </div>
    </div>
  );
}

function NamePart({ written, change, problemOf }: PartProps) {
  const { lifecycle: texts } = useTexts();
  const options = useMemo(
    () =>
      [...languages]
        .map((id) => ({ id, label: `${languageName(id)} (${id})` }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [],
  );
  return (
    <div className={styles.row}>
      <TextField
        label={texts.name}
        help={texts.nameHelp}
        value={written.name}
        onChange={(name) => change({ name }, 'name')}
        maxLength={512}
        problem={problemOf('name')}
      />
      <Select
        label={texts.language}
        value={written.language}
        options={options}
        onChange={(language) => change({ language }, 'language')}
        problem={problemOf('language')}
      />
    </div>
  );
}

/** Submits it. The same text under the same key is submitted once, whatever happens to the answers. */
function useSave({
  template,
  written,
  channel,
}: {
  template: Template | null;
  written: Written;
  channel: string;
}) {
  const { lifecycle: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const key = useRef({ of: '', value: '' });
  const body = template
    ? changesOf(template, written)
    : { ...requestOf(written), chat_account_id: Number(channel) };
  const save = useMutation({
    mutationFn: () => {
      const of = JSON.stringify(body);
      if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() };
      return template
        ? dataOf<{ template: Template }>('PATCH', `templates/${encodeURIComponent(template.template_id)}`, {
            body,
          })
        : dataOf<{ template: Template }>('POST', 'templates', { body, idempotencyKey: key.current.value });
    },
    onSuccess: async ({ template: { template_id: id } }) => {
      announce(texts.submitted);
      await queries.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates/$template', params: { template: id } });
    },
  });
  return { save, hasChanges: template === null || Object.keys(body).length > 0 };
}
