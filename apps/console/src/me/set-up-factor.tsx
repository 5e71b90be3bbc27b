import { useQueryClient } from '@tanstack/react-query';
import { create } from 'qrcode';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError, dataOf } from '../api/call';
import { meQuery } from '../api/me';
import { useProof } from '../api/proof';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Copied } from '../ui/copied';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Failed, Skeleton } from '../ui/states';
import styles from './me.module.css';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

/** A second factor counts once its first code was entered. */
export default function SetUpFactor({
  onDone,
  onClose,
}: {
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { own: texts, common } = useTexts();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['code']);
  const { begun, error, retry } = useBegun(onClose);
  const [code, setCode] = useState('');
  const isReady = code.trim() !== '' && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const body = { code: code.trim() };
      onDone((await ask<{ recovery_codes: string[] }>('POST', 'me/totp/confirm', body)).recovery_codes);
      await queries.invalidateQueries(meQuery);
    });
  };
  return (
    <Dialog title={texts.factor} isOpen onClose={onClose}>
      {error !== null && <Failed error={error} onRetry={retry} />}
      {begun === null && error === null && <Skeleton rows={2} height="6rem" />}
      {begun !== null && (
        <form onSubmit={submit} className={formClass}>
          <p>{texts.scan}</p>
          <QrCode text={begun.uri} />
          <Copied label={texts.typeIn} value={begun.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
          <TextField
            label={texts.firstCode}
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            maxLength={50}
            problem={problemOf('code')}
          />
          {notice}
          <Actions>
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button kind="first" type="submit" isDisabled={!isReady}>
              {texts.confirmFactor}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}

/** Begins once the window is open. The secret is in it only, and in no cache. */
function useBegun(onCancelled: () => void) {
  const { proven } = useProof();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isAsked = useRef(false);
  const begin = async () => {
    setError(null);
    try {
      setBegun(await proven(() => dataOf<Begun>('POST', 'me/totp', { body: {} })));
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'cancelled') onCancelled();
      else setError(problem);
    }
  };
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void begin();
    // Once, when the window opens.
  }, []);
  return { begun, error, retry: () => void begin() };
}

/** Room around the code, in modules, as readers need it. */
const QUIET = 4;

function QrCode({ text }: { text: string }) {
  const { own: texts } = useTexts();
  const { size, data } = create(text).modules;
  const path = Array.from(data, (isDark, index) =>
    isDark ? `M${QUIET + (index % size)} ${QUIET + Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * QUIET;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={texts.qrAlt} className={styles.qr}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
