import type { UpdateCtaUrl, UpdateInteractiveList } from '@chat/contracts/messaging';
import type { AssetContents, AssetKind } from './asset.row';

/** The members that a request changes; null clears one. */
export type AssetChanges<K extends AssetKind> = {
  cta_url: UpdateCtaUrl;
  interactive_list: UpdateInteractiveList;
}[K];

interface Asset<K extends AssetKind> {
  name: string;
  content: AssetContents[K];
}

/** Returns an asset with the changes of a request. */
export function changedAsset<K extends AssetKind>(
  { name: known, content }: Asset<K>,
  { name = known, ...changes }: AssetChanges<K>,
): Asset<K> {
  const members = Object.entries({ ...content, ...withoutAbsent(changes) });
  const kept = members.filter(([, value]) => value !== null);
  return { name, content: Object.fromEntries(kept) as AssetContents[K] };
}

/** Whether two assets are the same, whatever the order of their members. */
export function isSame<K extends AssetKind>(one: Asset<K>, other: Asset<K>): boolean {
  return inOrder([one.name, one.content]) === inOrder([other.name, other.content]);
}

function withoutAbsent(changes: object): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
