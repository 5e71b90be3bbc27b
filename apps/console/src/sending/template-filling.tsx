import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { SentMessage, Template } from '@chat/client';
import { dataOf, upload } from '../api/call';
import { TemplatePreview } from '../messages/template-preview';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import { requestOf, slotsOf, type Slot } from './template.rules';
import styles from './templates.module.css';

interface Props {
  template: Template;
  /** To whom it goes, as members of the request; a sentence if that is not known yet. */
  to: object | string;
  onBack: () => void;
  onSent: (sent: SentMessage) => void | Promise<void>;
  /** What is to be filled in before the values. */
  children?: ReactNode;
}

/** Fills a template in, shows it as the customer will see it, and sends it. */
export function TemplateFilling({ template, to, onBack, onSent, children }: Props) {
  const { templates: texts, common } = useTexts();
  const say = useProblemText();
  const slots = slotsOf(template);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  // One key for one filled-in template: whoever presses twice sends once.
  const key = useRef({ of: '', value: '' });
  const send = useMutation({
    mutationFn: () => {
      const request = { ...(to as object), ...requestOf(template, values) };
      const of = JSON.stringify(request);
      if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() };
      const { value } = key.current;
      return file ? sendWithFile(request, file, value) : sendPlain(request, value);
    },
    onSuccess: onSent,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isComplete = slots.every(({ id }) => (values[id] ?? '').trim() !== '');
    const lacks = typeof to === 'string' ? to : isComplete ? null : texts.missing;
    setMissing(lacks);
    if (lacks === null && !send.isPending) send.mutate();
  };
  const labelOf = ({ part, name }: Slot) => {
    if (part === 'code') return texts.code;
    if (part === 'button') return texts.button(name);
    return part === 'header' ? texts.header(name) : texts.value(name);
  };
  return (
    <form onSubmit={submit} className={styles.filling}>
      <div className={styles.fields}>
        {children}
        {slots.map((slot) => (
          <TextField
            key={slot.id}
            label={labelOf(slot)}
            value={values[slot.id] ?? ''}
            onChange={(value) => setValues({ ...values, [slot.id]: value })}
            help={slot.example === '' ? undefined : slot.example}
          />
        ))}
        {['IMAGE', 'VIDEO', 'DOCUMENT'].includes(template.header_format) && (
          <label className={styles.fileLabel}>
            <span>{texts.headerFile}</span>
            <input
              type="file"
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                key.current = { of: '', value: '' };
              }}
            />
            <span className={styles.help}>{texts.headerFileHelp}</span>
          </label>
        )}
        {missing !== null && <Notice>{missing}</Notice>}
        {send.isError && <Notice>{say(send.error)}</Notice>}
      </div>
      <TemplatePreview template={template} values={values} />
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
