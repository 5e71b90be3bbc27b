import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsQuery, pathOf, type Asset } from '../api/assets';
import { useMay } from '../api/me';
import { useTexts } from '../texts/texts';
import { Confirm } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Badge, Card, Cards } from '../ui/card';
import { Menu, type Action } from '../ui/menu';
import { NotFound } from '../ui/not-found';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { draftOf, newDraft, type AssetDraft } from './asset.rules';
import { AssetForm } from './asset-form';
import { AssetPreview } from './asset-preview';

type Open = { what: 'form'; id: number | null; draft: AssetDraft } | { what: 'delete'; one: Asset };

/** Messages with a button or a list, which are kept to be sent again. */
export function AssetsPage() {
  const may = useMay();
  return may('assets:read') ? <Assets /> : <NotFound />;
}

function Assets() {
  const { assets: texts } = useTexts();
  const may = useMay();
  const list = useQuery(assetsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const mayChange = may('assets:write');
  const add = (
    <Menu
      label={texts.add}
      text={texts.add}
      icon="plus"
      actions={(['cta_url', 'interactive_list'] as const).map((kind) => ({
        id: kind,
        label: texts.kinds[kind],
        icon: kind === 'cta_url' ? 'forward' : 'list',
        run: () => setOpen({ what: 'form', id: null, draft: newDraft(kind) }),
      }))}
    />
  );
  return (
    <PageFrame title={texts.title} about={texts.about} actions={mayChange && add}>
      {list.isPending && <Skeleton rows={3} height="7rem" />}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <Empty icon="list" title={texts.emptyTitle}>
          {texts.emptyAbout}
        </Empty>
      )}
      <Cards>
        {list.data?.map((one) => (
          <AssetCard key={`${one.kind}-${one.asset.id}`} one={one} onOpen={mayChange ? setOpen : undefined} />
        ))}
      </Cards>
      {open?.what === 'form' && <AssetForm id={open.id} start={open.draft} onClose={close} />}
      {open?.what === 'delete' && <DeleteAsset one={open.one} onClose={close} />}
    </PageFrame>
  );
}

function AssetCard({ one, onOpen }: { one: Asset; onOpen?: (open: Open) => void }) {
  const { assets: texts } = useTexts();
  const { asset } = one;
  const draft = draftOf(one);
  const actions: Action[] = [
    {
      id: 'edit',
      label: texts.edit,
      icon: 'edit',
      run: () => onOpen?.({ what: 'form', id: asset.id, draft }),
    },
    {
      id: 'delete',
      label: texts.delete,
      icon: 'close',
      isDangerous: true,
      run: () => onOpen?.({ what: 'delete', one }),
    },
  ];
  return (
    <Card
      name={asset.name}
      under={<bdi dir="ltr">{`${one.kind}_id ${asset.id}`}</bdi>}
      beside={
        <>
          <Badge>{texts.kinds[one.kind]}</Badge>
          {onOpen && <Menu label={texts.actionsOf(asset.name)} actions={actions} />}
        </>
      }
    >
      <AssetPreview draft={draft} />
    </Card>
  );
}

function DeleteAsset({ one, onClose }: { one: Asset; onClose: () => void }) {
  const { assets: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  return (
    <Confirm
      title={texts.deleteTitle(one.asset.name)}
      action={common.delete}
      onClose={onClose}
      act={async (ask) => {
        await ask('DELETE', `${pathOf(one.kind)}/${one.asset.id}`);
        announce(texts.deleted(one.asset.name));
        onClose();
        await queries.invalidateQueries(assetsQuery);
      }}
    >
      {texts.deleteAbout}
    </Confirm>
  );
}
