import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { Channel, Conversation } from '@chat/client';
import { useMay } from '../api/me';
import { part } from '../loading/part';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button, buttonClass, IconButton } from '../ui/button';
import { useNow } from '../ui/time';
import { AttachMenu } from './attach-menu';
import { careWindow } from './care-window.rules';
import { Answered, ChosenFiles, Countdown, Meanwhile } from './draft-parts';
import { changeDraft, clearDraft, draftOf, isEmpty, useDraft } from './drafts';
import { kindOf, LARGEST_FILE, takesCaption, type Attachment } from './files.rules';
import { excessOf } from './length.rules';
import { send } from './outbox';
import type { Content } from './parcels.rules';
import { useRecorder } from './recorder';
import { isSecondPress } from './recording.rules';
import { useTyping } from './typing';
import { VoiceNoteBar } from './voice-note-bar';
import styles from './sending.module.css';

const TemplatePicker = lazy(part(() => import('./template-picker')));

interface Props {
  conversation: Conversation;
  /** Undefined while channels are not known, or if it is none any more. */
  channel: Channel | undefined;
  /** Where one writes, while that is possible. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Where one answers; where that is not possible, why, and what is possible instead. */
export function Composer({ conversation, channel, field }: Props) {
  const { composer: texts } = useTexts();
  const may = useMay();
  const now = useNow(10_000);
  const [isPicking, setPicking] = useState(false);
  if (!may('messages:send')) return <p className={styles.closed}>{texts.viewer}</p>;
  if (!channel) return null;
  if (channel.connection_status !== 'connected') {
    return (
      <div className={styles.closed}>
        <p>{texts.disconnected(channel.business_name)}</p>
        <Link to="/channels" className={buttonClass('second', true)}>
          {texts.openChannels}
        </Link>
      </div>
    );
  }
  const window = careWindow(channel.effective_channel_type, conversation.window_expires_at, now);
  const pick = () => setPicking(true);
  return (
    <>
      {window.kind === 'closed' ? (
        <div className={styles.closed}>
          <p>{texts.windowClosed}</p>
          {may('templates:read') && (
            <Button kind="first" icon="template" onPress={pick}>
              {texts.chooseTemplate}
            </Button>
          )}
        </div>
      ) : (
        <Writing
          conversation={conversation}
          channel={channel}
          field={field}
          leftMs={window.kind === 'open' ? window.leftMs : null}
          onPickTemplate={window.kind === 'open' && may('templates:read') ? pick : null}
        />
      )}
      <Suspense>
        {isPicking && (
          <TemplatePicker conversation={conversation} channel={channel} onClose={() => setPicking(false)} />
        )}
      </Suspense>
    </>
  );
}

function Writing({
  conversation: { id },
  channel,
  field: area,
  leftMs,
  onPickTemplate,
}: {
  conversation: Conversation;
  channel: Channel;
  field: Props['field'];
  leftMs: number | null;
  onPickTemplate: (() => void) | null;
}) {
  const { composer: texts } = useTexts();
  const queries = useQueryClient();
  const draft = useDraft(id);
  const addFiles = useAddFiles(id);
  const chooser = useRef<HTMLInputElement>(null);
  const showTyping = useTyping(id);
  const announce = useAnnounce();
  const formats = useFormats();
  const recorder = useRecorder({
    onNote: (blob) => sendOne({ text: null, file: voiceNote(blob) }),
    onLeft: (blob) => {
      changeDraft(id, { files: [...draftOf(id).files, voiceNote(blob)] });
      announce(texts.noteKept);
    },
    onRefused: () => announce(texts.noMicrophone),
  });
  const { startedAt } = recorder;
  const isRecording = startedAt !== null;
  const focus = () => area.current?.focus();
  // What had the focus is gone with the bar of the recording.
  useEffect(() => (isRecording ? focus : undefined), [isRecording]);
  useHeightOf(area, draft.text);
  const isCaption = takesCaption(draft.files[0]);
  const excess = excessOf(draft.text, { isCaption, channelKind: channel.effective_channel_type });
  const tooLong = excess && texts.tooLong(formats.number(excess.length), formats.number(excess.limit));
  const problemId = useId();
  const pressedAt = useRef(-Infinity);
  /** Send, the microphone and what sends the note take each other's place. */
  const unlessTwice = (run: () => void) => {
    const now = performance.now();
    if (isSecondPress(pressedAt.current, now)) focus();
    else run();
    pressedAt.current = now;
  };
  /** Sends something beside the text, which stays as it is. */
  const sendOne = (content: Pick<Content, 'text' | 'file' | 'other'>) => {
    const { replyTo } = draftOf(id);
    send(queries, { ...content, conversationId: id, replyTo: replyTo?.id ?? null });
    changeDraft(id, { replyTo: null });
    focus();
  };
  const leave = () => {
    const current = draftOf(id);
    if (isEmpty(current)) return;
    if (tooLong !== null) {
      announce(tooLong);
      focus();
      return;
    }
    // Whoever presses twice finds nothing left to send.
    clearDraft(id);
    const { text, files, replyTo } = current;
    const words = text.trim() === '' ? null : text;
    if (words !== null && !isCaption)
      send(queries, { conversationId: id, text: words, file: null, replyTo: replyTo?.id ?? null });
    for (const [index, file] of files.entries()) {
      const isCaptioned = index === 0 && isCaption;
      send(queries, {
        conversationId: id,
        text: isCaptioned ? words : null,
        file,
        replyTo: isCaptioned ? (replyTo?.id ?? null) : null,
      });
    }
    focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While somebody chooses a word of an input method, Enter is theirs.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addFiles(event.clipboardData.files);
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        pressedAt.current = performance.now();
        leave();
      }}
    >
      {leftMs !== null && <Countdown leftMs={leftMs} />}
      <Meanwhile conversationId={id} />
      <Answered conversationId={id} onRemoved={focus} />
      <ChosenFiles conversationId={id} onRemoved={focus} />
      {startedAt !== null && (
        <VoiceNoteBar
          startedAt={startedAt}
          onDiscard={recorder.discard}
          onSend={() => unlessTwice(recorder.finish)}
        />
      )}
      {tooLong !== null && (
        <p id={problemId} className={styles.problem}>
          {tooLong}
        </p>
      )}
      <div className={styles.bar} hidden={isRecording}>
        <AttachMenu
          channel={channel}
          onFile={() => chooser.current?.click()}
          onSend={(other) => sendOne({ text: null, file: null, other })}
        />
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            if (target.files) addFiles(target.files);
            target.value = '';
          }}
        />
        {onPickTemplate && <IconButton icon="template" label={texts.template} onPress={onPickTemplate} />}
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label={texts.label}
          aria-invalid={tooLong !== null}
          aria-describedby={tooLong === null ? undefined : problemId}
          placeholder={texts.placeholder}
          value={draft.text}
          onChange={({ target }) => {
            changeDraft(id, { text: target.value });
            if (target.value.trim() !== '') showTyping();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={styles.area}
        />
        {isEmpty(draft) && channel.effective_channel_type === 'device' && recorder.isAble ? (
          <IconButton
            icon="mic"
            label={texts.record}
            onPress={() => unlessTwice(() => void recorder.start())}
          />
        ) : (
          <IconButton
            icon="send"
            label={texts.send}
            isStrong
            flips
            type="submit"
            isDisabled={isEmpty(draft)}
          />
        )}
      </div>
    </form>
  );
}

/** Adds files to a draft, and says which are not, and why. */
export function useAddFiles(conversationId: number): (files: Iterable<File>) => void {
  const { composer: texts } = useTexts();
  const formats = useFormats();
  const announce = useAnnounce();
  return (files) => {
    const fitting: Attachment[] = [];
    const problems: string[] = [];
    for (const blob of files) {
      const kind = kindOf(blob);
      if (blob.size === 0) problems.push(texts.emptyFile(blob.name));
      else if (kind === null) problems.push(texts.tooLarge(blob.name, formats.size(LARGEST_FILE)));
      else fitting.push({ blob, kind });
    }
    if (problems.length > 0) announce(problems.join(' '));
    changeDraft(conversationId, { files: [...draftOf(conversationId).files, ...fitting] });
  };
}

function voiceNote(blob: File): Attachment {
  return { blob, kind: 'audio', isVoiceNote: true };
}

/** The field grows with its text, up to what its style allows. */
function useHeightOf(area: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [area, text]);
}
