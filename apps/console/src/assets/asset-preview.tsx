import { useTexts } from '../texts/texts';
import { Icon } from '../ui/icon';
import paper from '../sending/templates.module.css';
import type { AssetDraft } from './asset.rules';

/** The message as the customer sees it, with the list opened below. */
export function AssetPreview({ draft }: { draft: AssetDraft }) {
  const { assets: texts, templates } = useTexts();
  const { kind, header, body, footer, button, url, sections } = draft;
  return (
    <figure className={paper.preview}>
      <figcaption>{templates.preview}</figcaption>
      <div className={paper.paper} dir="auto">
        {header.trim() !== '' && <p className={paper.header}>{header}</p>}
        <p className={paper.body}>{body}</p>
        {footer.trim() !== '' && <p className={paper.footer}>{footer}</p>}
        {button.trim() !== '' && (
          <ul className={paper.buttons}>
            <li>
              <Icon name={kind === 'cta_url' ? 'forward' : 'list'} size={16} flips={kind === 'cta_url'} />{' '}
              <bdi>{button}</bdi>
            </li>
          </ul>
        )}
      </div>
      {kind === 'cta_url' && url.trim() !== '' && (
        <p className={paper.help}>
          {texts.opens} <bdi dir="ltr">{url}</bdi>
        </p>
      )}
      {sections.map((section, index) => (
        <div key={index}>
          {section.title.trim() !== '' && (
            <p className={paper.header}>
              <bdi>{section.title}</bdi>
            </p>
          )}
          <ul>
            {section.rows.map((row) => (
              <li key={row.id}>
                <bdi>{row.title}</bdi>
                {row.description.trim() !== '' && (
                  <p className={paper.help}>
                    <bdi>{row.description}</bdi>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </figure>
  );
}
