import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery, type ApiKey, type CreatedKey } from '../api/keys';
import { useHasRole } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Badge, Card, Cards, quietClass } from '../ui/card';
import { Fact, Facts } from '../ui/facts';
import { Menu } from '../ui/menu';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { useNow } from '../ui/time';
import { KeyForm } from './key-form';
import { RevokeKey } from './revoke-key';
import { RotateKey } from './rotate-key';
import { SecretOnce } from './secret-once';
import { stateOf } from './keys.rules';
import styles from './keys.module.css';

type Open =
  | { what: 'form'; key: ApiKey | null }
  | { what: 'rotate' | 'revoke'; key: ApiKey }
  | { what: 'secret'; created: CreatedKey };

/** The keys with which programs call the API, for those who may have some. */
export function KeysPage() {
  const hasRole = useHasRole();
  return hasRole('developer') ? <Keys /> : <NotFound />;
}

function Keys() {
  const { keys: texts } = useTexts();
  const list = useQuery(keysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (created: CreatedKey) => setOpen({ what: 'secret', created });
  const add = (
    <Button kind="first" icon="plus" onPress={() => setOpen({ what: 'form', key: null })}>
      {texts.add}
    </Button>
  );
  const isEmpty = list.data?.length === 0;
  return (
    <PageFrame title={texts.title} about={texts.about} actions={list.data && !isEmpty ? add : undefined}>
      {list.isPending && <Skeleton rows={3} height="7rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && (
        <Empty icon="key" title={texts.emptyTitle} action={add}>
          {texts.emptyAbout}
        </Empty>
      )}
      <Cards>
        {list.data?.map((key) => (
          <KeyCard key={key.client_id} apiKey={key} onOpen={setOpen} />
        ))}
      </Cards>
      {open?.what === 'form' && <KeyForm apiKey={open.key} onCreated={show} onClose={close} />}
      {open?.what === 'rotate' && <RotateKey apiKey={open.key} onRotated={show} onClose={close} />}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} />}
      {open?.what === 'secret' && <SecretOnce created={open.created} onClose={close} />}
    </PageFrame>
  );
}

function KeyCard({ apiKey: key, onOpen }: { apiKey: ApiKey; onOpen: (open: Open) => void }) {
  const { keys: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const state = stateOf(key, now);
  const name = key.name ?? texts.unnamed;
  return (
    <Card
      name={name}
      under={
        <bdi dir="ltr" className={styles.clientId}>
          {key.client_id}
        </bdi>
      }
      beside={
        <>
          <Badge tone={state === 'works' ? 'good' : undefined}>{texts.states[state]}</Badge>
          {state !== 'revoked' && (
            <Menu
              label={texts.actionsOf(name)}
              actions={[
                { id: 'edit', label: texts.edit, icon: 'template', run: () => onOpen({ what: 'form', key }) },
                {
                  id: 'rotate',
                  label: texts.rotate,
                  icon: 'key',
                  run: () => onOpen({ what: 'rotate', key }),
                },
                {
                  id: 'revoke',
                  label: texts.revoke,
                  icon: 'close',
                  isDangerous: true,
                  run: () => onOpen({ what: 'revoke', key }),
                },
              ]}
            />
          )}
        </>
      }
    >
      <Facts>
        <Fact label={texts.may}>
          {key.scopes == null ? texts.usual : texts.scopeCount(key.scopes.length)}
        </Fact>
        <Fact label={texts.from}>
          {key.allowlist.length === 0 ? (
            texts.fromNowhere
          ) : (
            <bdi dir="ltr">{key.allowlist.slice(0, 3).join(', ')}</bdi>
          )}
          {key.allowlist.length > 3 && ' …'}
        </Fact>
        <Fact label={texts.lastUsed}>
          {key.last_used_at == null ? texts.never : formats.ago(key.last_used_at, now)}
        </Fact>
        <Fact label={texts.expires}>
          {key.expires_at == null ? texts.never : formats.full(key.expires_at)}
        </Fact>
      </Facts>
      {key.former_secret_until != null && Date.parse(key.former_secret_until) > now && (
        <p className={quietClass}>{texts.formerUntil(formats.full(key.former_secret_until))}</p>
      )}
    </Card>
  );
}
