import MiniSearch from 'minisearch';
import type { OpenApiDocument } from '@chat/contracts/openapi';
import type { GuidePage } from './library';
import { operationAnchor, webhookAnchor } from './reference';

/** A searchable entry. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  /** The entry's location in the documentation, in words. */
  readonly place: string;
  readonly href: string;
  readonly text: string;
  /** The relative weight of a match; default 1. */
  readonly weight?: number;
}

const MOST_HITS = 30;
const EXCERPT_LENGTH = 180;

/** Searches guide sections, operations and events by word, including prefixes and misspellings. */
export class DocsSearch {
  private readonly index: MiniSearch<Entry>;
  private readonly entries: ReadonlyMap<string, Entry>;

  constructor(guides: Iterable<GuidePage>, document: OpenApiDocument, base: string) {
    const entries = [...entriesOfGuides(guides, base), ...entriesOfReference(document, base)];
    this.entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.index = new MiniSearch<Entry>({
      fields: ['title', 'place', 'text'],
      searchOptions: {
        boost: { title: 4, place: 2 },
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
        boostDocument: (id) => this.entries.get(id as string)?.weight ?? 1,
      },
    });
    this.index.addAll(entries);
  }

  /** Returns the matches, best first. */
  find(words: string): (Entry & { excerpt: string })[] {
    return this.index
      .search(words)
      .slice(0, MOST_HITS)
      .map(({ id, terms }) => {
        const entry = this.entries.get(id as string)!;
        return { ...entry, excerpt: excerptOf(entry.text, terms) };
      });
  }
}

function* entriesOfGuides(guides: Iterable<GuidePage>, base: string): Iterable<Entry> {
  for (const { slug, title: place, sections } of guides) {
    for (const [index, { id, title, text }] of sections.entries()) {
      const anchor = index === 0 ? '' : `#${id}`;
      yield { id: `${slug} ${index}`, title, place, href: `${base}/docs/${slug}${anchor}`, text };
    }
  }
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly deprecated?: boolean;
}

function* entriesOfReference(document: OpenApiDocument, base: string): Iterable<Entry> {
  const reference = `${base}/docs/reference`;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, value] of Object.entries(methods)) {
      const {
        operationId: id,
        summary: title,
        description = '',
        tags,
        deprecated,
      } = value as unknown as Described;
      const line = `${method.toUpperCase()} ${path}`;
      const href = reference + operationAnchor(tags[0], method, path);
      const weight = deprecated ? 0.2 : 1;
      yield { id, title, place: line, href, text: `${id} ${description}`, weight };
    }
  }
  for (const [type, value] of Object.entries(document['webhooks'] as Record<string, { post: Described }>)) {
    const href = reference + webhookAnchor(type);
    yield { id: type, title: value.post.summary, place: `Event ${type}`, href, text: type };
  }
}

/** An excerpt around the first match. */
function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.replace(/[`*]/g, '').replace(/\s+/g, ' ');
  const found = terms.map((term) => plain.toLowerCase().indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...found, plain.length) - EXCERPT_LENGTH / 3);
  const from = start === 0 ? 0 : plain.indexOf(' ', start) + 1;
  const rest = plain.slice(from);
  const excerpt =
    rest.length > EXCERPT_LENGTH ? `${rest.slice(0, rest.lastIndexOf(' ', EXCERPT_LENGTH))} …` : rest;
  return from > 0 ? `… ${excerpt}` : excerpt;
}
