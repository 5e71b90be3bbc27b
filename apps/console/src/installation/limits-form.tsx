import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { limitsQuery, type AccountPlan, type KeptAmount } from '../api/installation';
import { useFormats, useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Select, TextField } from '../ui/field';
import { Failed, Skeleton } from '../ui/states';

/** How much an account may keep of each kind. */
export function LimitsForm({ account, onClose }: { account: AccountPlan; onClose: () => void }) {
  const { installation: texts } = useTexts();
  const read = useQuery(limitsQuery(account.id));
  return (
    <Dialog title={texts.limitsTitle(account.name)} isOpen onClose={onClose}>
      {read.isPending && <Skeleton rows={2} />}
      {read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Form account={account} amounts={read.data} onClose={onClose} />}
    </Dialog>
  );
}

function Form({
  account,
  amounts,
  onClose,
}: {
  account: AccountPlan;
  amounts: readonly KeptAmount[];
  onClose: () => void;
}) {
  const { installation: texts, account: words, common } = useTexts();
  const formats = useFormats();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['max']);
  const names = words.limits as Readonly<Record<string, string>>;
  const maxOf = (one: KeptAmount | undefined) => (one?.is_own ? String(one.max) : '');
  const [limit, setLimit] = useState(amounts[0]?.limit ?? '');
  const [max, setMax] = useState(maxOf(amounts[0]));
  const chosen = amounts.find((one) => one.limit === limit);
  const isReadable = /^\d{0,16}$/.test(max.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReadable) return;
    run(async () => {
      const body = { limit, max: max.trim() === '' ? null : Number(max) };
      await ask('PUT', `accounts/${account.id}/limits`, body);
      announce(texts.saved);
      await queries.invalidateQueries(limitsQuery(account.id));
    });
  };
  return (
    <form onSubmit={submit} className={formClass}>
      <Select
        label={words.what}
        value={limit}
        options={amounts.map((one) => ({ id: one.limit, label: names[one.limit] ?? one.limit }))}
        onChange={(id) => {
          setLimit(id);
          setMax(maxOf(amounts.find((one) => one.limit === id)));
        }}
      />
      {chosen && <p>{words.usedOf(formats.number(chosen.used), formats.number(chosen.max))}</p>}
      <TextField
        label={words.atMost}
        help={texts.limitHelp}
        value={max}
        onChange={setMax}
        maxLength={16}
        problem={problemOf('max')}
      />
      {notice}
      <Actions>
        <Button onPress={onClose}>{common.close}</Button>
        <Button kind="first" type="submit" isDisabled={!isReadable || isBusy}>
          {common.save}
        </Button>
      </Actions>
    </form>
  );
}
