import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel, Conversation, Template } from '@chat/client';
import { previewOf } from '@chat/contracts/template-drafts';
import { call } from '../api/call';
import { nextCursor } from '../api/conversations';
import { readMessage } from '../api/messages';
import { showMessage } from '../messages/caches';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Dialog } from '../ui/dialog';
import { SearchField } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { Empty, Failed, Skeleton } from '../ui/states';
import { TemplateFilling } from './template-filling';
import styles from './templates.module.css';

interface Props {
  conversation: Conversation;
  channel: Channel;
  onClose: () => void;
}

/** The approved templates of a number: choose one, fill it in, see it as the customer will, send it. */
export default function TemplatePicker({ conversation, channel, onClose }: Props) {
  const { templates: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog
      title={chosen ? chosen.name : texts.title}
      isOpen
      onClose={onClose}
      size={chosen ? 'large' : 'medium'}
    >
      {chosen ? (
        <TemplateFilling
          template={chosen}
          to={{ conversation_id: conversation.id }}
          onBack={() => setChosen(null)}
          onSent={async ({ message_id }) => {
            announce(texts.sent);
            onClose();
            showMessage(queries, await readMessage(message_id));
          }}
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
                {previewOf(template, {}).body}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}
