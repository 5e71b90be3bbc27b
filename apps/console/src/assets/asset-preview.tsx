import { useTexts } from '../texts/texts';
import { quietClass } from '../ui/card';
import { Icon } from '../ui/icon';
import paper from '../messages/template-preview.module.css';
import type { AssetDraft } from './asset.rules';
import styles from './assets.module.css';

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
        <p className={quietClass}>
          {texts.opens} <bdi dir="ltr">{url}</bdi>
        </p>
      )}
      {sections.map((section, index) => (
        <div key={index} className={styles.listed}>
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
                  <p className={quietClass}>
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
