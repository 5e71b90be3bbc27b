import { useState, type FormEvent } from 'react';
import { useMay } from '../api/me';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { TextField } from '../ui/field';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Notice } from '../ui/states';
import { judge, type Verdict } from './verify.rules';

const tones = {
  genuine: 'calm',
  old: 'wait',
  early: 'wait',
  reserialized: 'wait',
  whitespace: 'wait',
} as const;

/** Checks a request that somebody pasted. Nothing of it leaves the page. */
export function VerifyPage() {
  const may = useMay();
  return may('messages:webhook') ? <Verify /> : <NotFound />;
}

function Verify() {
  const { webhooks: texts } = useTexts();
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [secret, setSecret] = useState('');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // TypeScript does not know that it is absent on pages without a secure context.
  const canCheck = (crypto.subtle as SubtleCrypto | undefined) !== undefined;
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setVerdict(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void judge({ headers, body, secret }, Date.now()).then(setVerdict);
  };
  return (
    <PageFrame title={texts.verifyTitle} about={texts.verifyAbout}>
      <form onSubmit={submit} className={formClass} autoComplete="off">
        <TextField
          label={texts.headers}
          help={texts.headersHelp}
          value={headers}
          onChange={change(setHeaders)}
          lines={4}
        />
        <TextField
          label={texts.body}
          help={texts.bodyHelp}
          value={body}
          onChange={change(setBody)}
          lines={8}
        />
        <TextField
          label={texts.secret}
          help={texts.secretHelp}
          value={secret}
          onChange={change(setSecret)}
          type="password"
          autoComplete="off"
        />
        <div aria-live="polite">
          {verdict && (
            <Notice tone={verdict.kind in tones ? tones[verdict.kind as keyof typeof tones] : 'alarm'}>
              {verdict.kind === 'missing'
                ? texts.verdicts.missing(verdict.header)
                : texts.verdicts[verdict.kind]}
            </Notice>
          )}
        </div>
        {!canCheck && <Notice tone="wait">{texts.noCrypto}</Notice>}
        <div>
          <Button kind="first" type="submit" isDisabled={!canCheck}>
            {texts.check}
          </Button>
        </div>
      </form>
    </PageFrame>
  );
}
