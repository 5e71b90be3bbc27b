import type { Asset } from '../api/assets';

export interface DraftRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

export interface DraftSection {
  readonly title: string;
  readonly rows: readonly DraftRow[];
}

/** An asset as it is written: what is empty is left out. */
export interface AssetDraft {
  readonly kind: Asset['kind'];
  readonly name: string;
  readonly header: string;
  readonly body: string;
  readonly footer: string;
  /** On the button of either kind. */
  readonly button: string;
  readonly url: string;
  readonly sections: readonly DraftSection[];
}

/** The limits are the provider's. */
export const limits = {
  name: 100,
  header: 60,
  body: 1_024,
  footer: 60,
  button: 20,
  url: 2_000,
  title: 24,
  description: 72,
  rowId: 200,
  rows: 10,
  sections: 10,
} as const;

export function newDraft(kind: Asset['kind']): AssetDraft {
  const sections = kind === 'cta_url' ? [] : [{ title: '', rows: [newRow([])] }];
  return { kind, name: '', header: '', body: '', footer: '', button: '', url: '', sections };
}

export function draftOf({ kind, asset }: Asset): AssetDraft {
  const { name, header, body, footer } = asset;
  const common = { kind, name, header: header ?? '', body, footer: footer ?? '' };
  if (kind === 'cta_url') return { ...common, button: asset.display_text, url: asset.url, sections: [] };
  return {
    ...common,
    button: asset.button,
    url: '',
    sections: asset.sections.map(({ title, rows }) => ({
      title: title ?? '',
      rows: rows.map((row) => ({ id: row.id, title: row.title, description: row.description ?? '' })),
    })),
  };
}

/** A row that has an id which none of the list has. */
export function newRow(sections: readonly DraftSection[]): DraftRow {
  const taken = new Set(sections.flatMap(({ rows }) => rows.map(({ id }) => id)));
  let number = taken.size + 1;
  while (taken.has(`row-${number}`)) number += 1;
  return { id: `row-${number}`, title: '', description: '' };
}

export function rowCount({ sections }: AssetDraft): number {
  return sections.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** What is still missing is nothing to ask the server about. */
export function isComplete(draft: AssetDraft): boolean {
  const { kind, name, body, button, url, sections } = draft;
  if ([name, body, button].some((text) => text.trim() === '')) return false;
  if (kind === 'cta_url') return url.trim() !== '';
  const rows = sections.flatMap((section) => section.rows);
  if (rows.length === 0 || rows.some(({ id, title }) => id.trim() === '' || title.trim() === ''))
    return false;
  return sections.length === 1 || sections.every(({ title }) => title.trim() !== '');
}

/** What is sent: on changes, null takes a header or a footer away. */
export function requestOf(draft: AssetDraft, isNew: boolean): object {
  const nothing = isNew ? undefined : null;
  const { name, body, button } = draft;
  const common = {
    name: name.trim(),
    header: draft.header.trim() === '' ? nothing : draft.header,
    body,
    footer: draft.footer.trim() === '' ? nothing : draft.footer,
  };
  if (draft.kind === 'cta_url') return { ...common, display_text: button.trim(), url: draft.url.trim() };
  return {
    ...common,
    button: button.trim(),
    sections: draft.sections
      .filter(({ rows }) => rows.length > 0)
      .map(({ title, rows }) => ({
        ...(title.trim() !== '' && { title }),
        rows: rows.map((row) => ({
          id: row.id.trim(),
          title: row.title,
          ...(row.description.trim() !== '' && { description: row.description }),
        })),
      })),
  };
}
