import { useEffect, useState } from 'react';
import { isMediaHeader, MAX_HEADER, variablesOf } from '@chat/contracts/template-drafts';
import { upload } from '../api/call';
import { useFormats, useTexts } from '../texts/texts';
import { Select, TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import type { PartProps } from './builder';
import { useCounter } from './builder-texts';
import { headers } from './builder.rules';
import styles from './templates.module.css';

interface Props extends PartProps {
  /** Whether the template has a file for this kind of header already. */
  readonly hasSample: boolean;
  readonly onPicture: (address: string | null) => void;
}

/** What is above the text: a text, or a file whose example the reviewer sees. */
export function HeaderPart({ written, change, problemOf, hasSample, onPicture }: Props) {
  const { lifecycle: texts } = useTexts();
  const count = useCounter();
  const { header, headerText, headerExample } = written;
  return (
    <>
      <Select
        label={texts.header}
        value={header}
        options={headers.map((id) => ({ id, label: texts.headers[id] }))}
        onChange={(kind) => {
          change({ header: kind, mediaId: null });
          onPicture(null);
        }}
        problem={problemOf('header_format')}
      />
      {header === 'TEXT' && (
        <TextField
          label={texts.headerText}
          help={count(headerText, MAX_HEADER)}
          value={headerText}
          onChange={(text) => change({ headerText: text }, 'header_text')}
          problem={problemOf('header_text')}
        />
      )}
      {header === 'TEXT' && variablesOf(headerText).length > 0 && (
        <TextField
          label={texts.headerExample}
          value={headerExample}
          onChange={(example) => change({ headerExample: example }, 'header_example')}
          problem={problemOf('header_example')}
        />
      )}
      {isMediaHeader(header) && (
        <Sample
          key={header}
          help={hasSample ? texts.sampleKept : texts.sampleHelp}
          problem={problemOf('header_media_url') ?? problemOf('header_media_id')}
          accepts={acceptsOf[header]}
          onMedia={(mediaId, address) => {
            change({ mediaId }, 'header_media_url', 'header_media_id');
            onPicture(header === 'IMAGE' ? address : null);
          }}
        />
      )}
    </>
  );
}

const acceptsOf = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' };

type Progress = { readonly share: number } | { readonly name: string } | { readonly error: unknown };

/** Uploads a file as soon as it is chosen. */
function Sample({
  help,
  problem,
  accepts,
  onMedia,
}: {
  help: string;
  problem: string | undefined;
  accepts: string;
  onMedia: (mediaId: string | null, address: string | null) => void;
}) {
  const { lifecycle: texts } = useTexts();
  const formats = useFormats();
  const say = useProblemText();
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    if (file === null) return;
    const ending = new AbortController();
    const address = URL.createObjectURL(file);
    const form = new FormData();
    form.set('file', file, file.name);
    upload<{ media_id: string }>('media', form, {
      idempotencyKey: crypto.randomUUID(),
      signal: ending.signal,
      onProgress: (share) => setProgress({ share }),
    }).then(
      ({ media_id: id }) => {
        setProgress({ name: file.name });
        onMedia(id, address);
      },
      (error: unknown) => {
        if (!ending.signal.aborted) setProgress({ error });
      },
    );
    return () => {
      ending.abort();
      URL.revokeObjectURL(address);
    };
    // The callback is another one at each rendering.
  }, [file]);
  const choose = (chosen: File | null) => {
    onMedia(null, null);
    setProgress(null);
    setFile(chosen);
  };
  return (
    <div>
      <label className={styles.file}>
        <span>{texts.sample}</span>
        <input type="file" accept={accepts} onChange={({ target }) => choose(target.files?.[0] ?? null)} />
        <span className={styles.help}>{help}</span>
      </label>
      <p role="status" className={styles.help}>
        {progress !== null &&
          'share' in progress &&
          texts.uploading(`${formats.number(Math.round(progress.share * 100))} %`)}
        {progress !== null && 'name' in progress && texts.uploaded(progress.name)}
      </p>
      {progress !== null && 'error' in progress && <Notice>{say(progress.error)}</Notice>}
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}
