import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { meQuery, useMe } from '../api/me';
import { part } from '../loading/part';
import { useFormats, useTexts } from '../texts/texts';
import { Confirm, useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Panel, rowClass } from '../ui/card';
import { Fact, Facts } from '../ui/facts';
import { Notice } from '../ui/states';
import { RecoveryCodes } from './recovery-codes';

const SetUpFactor = lazy(part(() => import('./set-up-factor')));

/** As many recovery codes are few. */
const FEW = 3;

type Open = { what: 'set-up' | 'remove' } | { what: 'codes'; codes: readonly string[] };

/** The code after the password. */
export function SecondFactor() {
  const { own: texts } = useTexts();
  const formats = useFormats();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { second_factor: factor, user } = useMe();
  const { ask, run, isBusy, notice } = useAct();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (codes: readonly string[]) => setOpen({ what: 'codes', codes });
  const renew = () =>
    run(async () => {
      show((await ask<{ recovery_codes: string[] }>('POST', 'me/recovery-codes', {})).recovery_codes);
      await queries.invalidateQueries(meQuery);
    });
  return (
    <Panel title={texts.factor} about={texts.factorAbout}>
      {factor === null ? (
        <div>
          <Button icon="shield" onPress={() => setOpen({ what: 'set-up' })}>
            {texts.setUp}
          </Button>
        </div>
      ) : (
        <>
          <Facts>
            <Fact label={texts.factorSince}>{formats.full(factor.since)}</Fact>
            <Fact label={texts.codesLeft}>{formats.number(factor.recovery_codes_left)}</Fact>
          </Facts>
          {factor.recovery_codes_left <= FEW && <Notice tone="wait">{texts.fewCodes}</Notice>}
          {notice}
          <div className={rowClass}>
            <Button isDisabled={isBusy} onPress={renew}>
              {texts.renewCodes}
            </Button>
            <Button onPress={() => setOpen({ what: 'remove' })}>{texts.removeFactor}</Button>
          </div>
        </>
      )}
      <Suspense>{open?.what === 'set-up' && <SetUpFactor onDone={show} onClose={close} />}</Suspense>
      {open?.what === 'codes' && <RecoveryCodes codes={open.codes} onClose={close} />}
      {open?.what === 'remove' && (
        <Confirm
          title={texts.removeFactorTitle}
          action={texts.removeFactorNow}
          onClose={close}
          act={async (call) => {
            await call('DELETE', 'me/totp');
            announce(texts.factorRemoved);
            close();
            await queries.invalidateQueries(meQuery);
          }}
        >
          {user.is_operator ? texts.removeFactorOperator : texts.removeFactorAbout}
        </Confirm>
      )}
    </Panel>
  );
}
