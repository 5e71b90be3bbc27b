import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { Channel, Conversation, SentMessage, Template } from '@chat/client';
import { call, dataOf, upload } from '../api/call';
import { nextCursor } from '../api/conversations';
import { readMessage } from '../api/messages';
import { showMessage } from '../messages/caches';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { SearchField, TextField } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { Empty, Failed, Notice, Skeleton, useProblemText } from '../ui/states';
import { fill, requestOf, slotsOf, type Slot } from './template.rules';
import styles from './templates.module.css';

interface Props {
  conversation: Conversation;
  channel: Channel;
  onClose: () => void;
}

/** The approved templates of a number: choose one, fill it in, see it as the customer will, send it. */
export default function TemplatePicker({ conversation, channel, onClose }: Props) {
  const { templates: texts } = useTexts();
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog
      title={chosen ? chosen.name : texts.title}
      isOpen
      onClose={onClose}
      size={chosen ? 'large' : 'medium'}
    >
      {chosen ? (
        <Filling
          template={chosen}
          conversation={conversation}
          onBack={() => setChosen(null)}
          onClose={onClose}
        />
      ) : (
        <Choice channel={channel} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

function Choice({ channel, onChoose }: { channel: Channel; onChoose: (template: Template) => void }) {
  const { templates: texts } = useTexts();
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery({
    queryKey: ['templates', channel.id],
    queryFn: ({ pageParam, signal }) =>
      call<{ templates: Template[] }>('GET', 'templates', {
        query: { chat_account_id: channel.id, per_page: 100, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
  });
  if (list.isPending) return <Skeleton rows={4} />;
  if (list.isError) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  const sendable = list.data.pages.flatMap(({ data }) => data.templates).filter((one) => one.sendable);
  const words = search.toLocaleLowerCase();
  const found = sendable.filter(({ name, body }) =>
    `${name} ${body ?? ''}`.toLocaleLowerCase().includes(words),
  );
  if (sendable.length === 0) {
    return (
      <Empty icon="template" title={texts.emptyTitle}>
        {texts.emptyAbout}
      </Empty>
    );
  }
  return (
    <>
      <SearchField label={texts.search} value={search} onChange={setSearch} />
      {found.length === 0 && <p>{texts.noMatch}</p>}
      <ul className={styles.choices}>
        {found.map((template) => (
          <li key={template.template_id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(template)}>
              <span className={styles.choiceName}>
                <bdi>{template.name}</bdi> <span className={styles.language}>{template.language}</span>
              </span>
              <span className={styles.choiceText} dir="auto">
                {template.body ?? texts.codeBody('123456')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

function Filling({
  template,
  conversation,
  onBack,
  onClose,
}: {
  template: Template;
  conversation: Conversation;
  onBack: () => void;
  onClose: () => void;
}) {
  const { templates: texts, common } = useTexts();
  const say = useProblemText();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const slots = slotsOf(template);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<File | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  // One key for one filled-in template: whoever presses twice sends once.
  const key = useRef(crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => {
      const request = { conversation_id: conversation.id, ...requestOf(template, values) };
      return file ? sendWithFile(request, file, key.current) : sendPlain(request, key.current);
    },
    onSuccess: async ({ message_id }) => {
      announce(texts.sent);
      onClose();
      showMessage(queries, await readMessage(message_id));
    },
  });
  const change = (id: string, value: string) => {
    key.current = crypto.randomUUID();
    setValues({ ...values, [id]: value });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isComplete = slots.every(({ id }) => (values[id] ?? '').trim() !== '');
    setIncomplete(!isComplete);
    if (isComplete && !send.isPending) send.mutate();
  };
  const labelOf = ({ part, name }: Slot) => {
    if (part === 'code') return texts.code;
    if (part === 'button') return texts.button(name);
    return part === 'header' ? texts.header(name) : texts.value(name);
  };
  return (
    <form onSubmit={submit} className={styles.filling}>
      <div className={styles.fields}>
        {slots.map((slot) => (
          <TextField
            key={slot.id}
            label={labelOf(slot)}
            value={values[slot.id] ?? ''}
            onChange={(value) => change(slot.id, value)}
            help={slot.example === '' ? undefined : slot.example}
          />
        ))}
        {['IMAGE', 'VIDEO', 'DOCUMENT'].includes(template.header_format) && (
          <label className={styles.fileLabel}>
            <span>{texts.headerFile}</span>
            <input type="file" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
            <span className={styles.help}>{texts.headerFileHelp}</span>
          </label>
        )}
        {isIncomplete && <Notice>{texts.missing}</Notice>}
        {send.isError && <Notice>{say(send.error)}</Notice>}
      </div>
      <Preview template={template} values={values} />
      <div className={styles.end}>
        <Actions>
          <Button onPress={onBack}>{common.back}</Button>
          <Button kind="first" type="submit" isDisabled={send.isPending}>
            {texts.send}
          </Button>
        </Actions>
      </div>
    </form>
  );
}

function sendPlain(request: object, idempotencyKey: string): Promise<SentMessage> {
  return dataOf<SentMessage>('POST', 'templates/send', { body: request, idempotencyKey });
}

function sendWithFile(
  request: Record<string, unknown>,
  file: File,
  idempotencyKey: string,
): Promise<SentMessage> {
  const form = new FormData();
  for (const [name, value] of Object.entries(request))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('header_media_file', file, file.name);
  return upload<SentMessage>('templates/send', form, {
    idempotencyKey,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

/** The template as the customer sees it. */
function Preview({ template, values }: { template: Template; values: Readonly<Record<string, string>> }) {
  const { templates: texts } = useTexts();
  const { header_format: format, header_text: header, body, footer, buttons } = template;
  return (
    <figure className={styles.preview}>
      <figcaption>{texts.preview}</figcaption>
      <div className={styles.paper} dir="auto">
        {format === 'TEXT' && header !== null && (
          <p className={styles.header}>{fill(header, 'header', values)}</p>
        )}
        {!['NONE', 'TEXT'].includes(format) && <p className={styles.media}>{format}</p>}
        <p className={styles.body}>
          {body === null ? texts.codeBody(values['code'] || '123456') : fill(body, 'body', values)}
        </p>
        {footer !== null && <p className={styles.footer}>{footer}</p>}
        {buttons.length > 0 && (
          <ul className={styles.buttons}>
            {buttons.map(({ type, text }, index) => (
              <li key={index}>{text ?? type}</li>
            ))}
          </ul>
        )}
      </div>
    </figure>
  );
}
