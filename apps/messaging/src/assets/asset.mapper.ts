import type { ContentOf } from '@chat/contracts/connector';
import type { CtaUrl, InteractiveList } from '@chat/contracts/messaging';
import { toTimestamp } from '@chat/service-kit';
import type { AssetContents, AssetKind, AssetRow } from './asset.row';

export function toCtaUrl(row: AssetRow<'cta_url'>): CtaUrl {
  const { display_text, url } = row.content;
  return { ...textsOf(row), display_text, url, ...timesOf(row) };
}

export function toInteractiveList(row: AssetRow<'interactive_list'>): InteractiveList {
  const { button, sections } = row.content;
  return {
    ...textsOf(row),
    button,
    sections: sections.map(({ title = null, rows }) => ({
      title,
      rows: rows.map(({ id, title: rowTitle, description = null }) => ({ id, title: rowTitle, description })),
    })),
    ...timesOf(row),
  };
}

/** Converts each kind of asset to message content in the provider's format. */
export const toInteractive: { [K in AssetKind]: (content: AssetContents[K]) => ContentOf<'interactive'> } = {
  cta_url: ({ display_text, url, ...texts }) =>
    interactive('cta_url', texts, { name: 'cta_url', parameters: { display_text, url } }),
  interactive_list: ({ button, sections, ...texts }) => interactive('list', texts, { button, sections }),
};

function interactive(
  type: string,
  { header, body, footer }: { header?: string; body: string; footer?: string },
  action: object,
): ContentOf<'interactive'> {
  return {
    type: 'interactive',
    text: body,
    interactive: {
      type,
      ...(header !== undefined && { header: { type: 'text', text: header } }),
      body: { text: body },
      ...(footer !== undefined && { footer: { text: footer } }),
      action,
    },
  };
}

function textsOf({ id, name, content: { header, body, footer } }: AssetRow<AssetKind>) {
  return { id, name, header: header ?? null, body, footer: footer ?? null };
}

function timesOf({ created_at, updated_at }: AssetRow<AssetKind>) {
  return { created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}
