import { Problems } from '@chat/contracts';
import { MAX_ROWS, type CtaUrlSettings, type InteractiveListSettings } from '@chat/contracts/messaging';
import { storableText } from '../messages/storable.rules';

/** Problems of a message with a URL button that the provider would refuse, besides text limits. */
export function problemsOfCtaUrl({ url }: Pick<CtaUrlSettings, 'url'>): Problems {
  const problems = new Problems();
  if (!isWebAddress(url))
    problems.add('url', 'url must be a web address, for example https://example.com/offer.');
  return problems;
}

/** Problems of a list that the provider would refuse, besides text limits. */
export function problemsOfList({ sections }: Pick<InteractiveListSettings, 'sections'>): Problems {
  const problems = new Problems();
  // As they are stored: ids that differ only in what cannot be stored are the same.
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => storableText(id)));
  if (ids.length === 0) problems.add('sections', 'sections must have at least one row.');
  if (ids.length > MAX_ROWS) {
    problems.add('sections', `sections must have at most ${MAX_ROWS} rows together.`);
  }
  if (new Set(ids).size < ids.length) problems.add('sections', 'Each row must have a unique id.');
  sections.forEach(({ title, rows }, index) => {
    if (title === undefined && sections.length > 1) {
      problems.add(`sections.${index}.title`, 'title is required when there are several sections.');
    }
    if (rows.length === 0 && ids.length > 0) {
      problems.add(`sections.${index}.rows`, 'rows must have at least one row. Remove empty sections.');
    }
  });
  return problems;
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url);
}
