import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appsQuery, grantsKey, type CreatedApp, type DeveloperApp } from '../api/apps';
import { useHasRole } from '../api/me';
import { useTexts } from '../texts/texts';
import { Confirm } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Badge, Card, Cards } from '../ui/card';
import { ShownOnce } from '../ui/copied';
import { Fact, Facts } from '../ui/facts';
import { Menu, type Action } from '../ui/menu';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { AppForm } from './app-form';

type Open =
  | { what: 'form'; app: DeveloperApp | null }
  | { what: 'rotate' | 'delete'; app: DeveloperApp }
  | { what: 'secret'; created: CreatedApp };

/** The apps that people can allow something, for those who make them. */
export function AppsPage() {
  const hasRole = useHasRole();
  return hasRole('developer') ? <Apps /> : <NotFound />;
}

function Apps() {
  const { apps: texts } = useTexts();
  const list = useQuery(appsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (created: CreatedApp) => setOpen({ what: 'secret', created });
  const add = (
    <Button kind="first" icon="plus" onPress={() => setOpen({ what: 'form', app: null })}>
      {texts.add}
    </Button>
  );
  const isEmpty = list.data?.length === 0;
  return (
    <PageFrame title={texts.title} about={texts.about} actions={list.data && !isEmpty ? add : undefined}>
      {list.isPending && <Skeleton rows={3} height="7rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && (
        <Empty icon="apps" title={texts.emptyTitle} action={add}>
          {texts.emptyAbout}
        </Empty>
      )}
      <Cards>
        {list.data?.map((app) => (
          <AppCard key={app.id} app={app} onOpen={setOpen} />
        ))}
      </Cards>
      {open?.what === 'form' && <AppForm app={open.app} onCreated={show} onClose={close} />}
      {open?.what === 'rotate' && <RotateSecret app={open.app} onRotated={show} onClose={close} />}
      {open?.what === 'delete' && <DeleteApp app={open.app} onClose={close} />}
      {open?.what === 'secret' && <AppSecret created={open.created} onClose={close} />}
    </PageFrame>
  );
}

function AppCard({ app, onOpen }: { app: DeveloperApp; onOpen: (open: Open) => void }) {
  const { apps: texts } = useTexts();
  const actions: Action[] = [
    { id: 'edit', label: texts.edit, icon: 'edit', run: () => onOpen({ what: 'form', app }) },
    ...(app.public
      ? []
      : [
          {
            id: 'rotate',
            label: texts.rotate,
            icon: 'key' as const,
            run: () => onOpen({ what: 'rotate', app }),
          },
        ]),
    {
      id: 'delete',
      label: texts.delete,
      icon: 'close',
      isDangerous: true,
      run: () => onOpen({ what: 'delete', app }),
    },
  ];
  return (
    <Card
      name={app.name}
      under={<bdi dir="ltr">{app.client_id}</bdi>}
      beside={
        <>
          <Badge>{app.public ? texts.kinds.public : texts.kinds.secret}</Badge>
          <Menu label={texts.actionsOf(app.name)} actions={actions} />
        </>
      }
    >
      <Facts>
        <Fact label={texts.redirectUris}>
          {app.redirect_uris.map((uri) => (
            <bdi key={uri} dir="ltr" style={{ display: 'block' }}>
              {uri}
            </bdi>
          ))}
        </Fact>
      </Facts>
    </Card>
  );
}

function RotateSecret({
  app,
  onRotated,
  onClose,
}: {
  app: DeveloperApp;
  onRotated: (created: CreatedApp) => void;
  onClose: () => void;
}) {
  const { apps: texts } = useTexts();
  return (
    <Confirm
      title={texts.rotateTitle(app.name)}
      action={texts.rotateNow}
      isDangerous={false}
      onClose={onClose}
      act={async (ask) => onRotated(await ask<CreatedApp>('POST', `developer-apps/${app.id}/rotate-secret`))}
    >
      {texts.rotateAbout}
    </Confirm>
  );
}

function DeleteApp({ app, onClose }: { app: DeveloperApp; onClose: () => void }) {
  const { apps: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  return (
    <Confirm
      title={texts.deleteTitle(app.name)}
      action={common.delete}
      onClose={onClose}
      act={async (ask) => {
        await ask('DELETE', `developer-apps/${app.id}`);
        announce(texts.deleted(app.name));
        onClose();
        await Promise.all([
          queries.invalidateQueries(appsQuery),
          queries.invalidateQueries({ queryKey: grantsKey }),
        ]);
      }}
    >
      {texts.deleteAbout}
    </Confirm>
  );
}

/** What the program needs; of a public app there is nothing secret. */
function AppSecret({ created, onClose }: { created: CreatedApp; onClose: () => void }) {
  const { apps: texts, keys } = useTexts();
  const { developer_app: app, client_secret: secret } = created;
  return (
    <ShownOnce
      title={secret === null ? texts.createdTitle : keys.secretTitle}
      about={secret === null ? texts.createdAbout : texts.secretAbout}
      values={[
        { label: keys.clientId, value: app.client_id },
        ...(secret === null ? [] : [{ label: keys.secret, value: secret }]),
      ]}
      onClose={onClose}
    />
  );
}
