import { previewOf, type PreviewSource, type PreviewValues } from '@chat/contracts/template-drafts';
import { useTexts } from '../texts/texts';
import { markedParts, type MarkedText } from './marks.rules';
import styles from './template-preview.module.css';

/** The template as the customer sees it. */
export function TemplatePreview({
  template,
  values,
  picture,
}: {
  template: PreviewSource;
  values: PreviewValues;
  /** The address of the picture of its header, if it is known here. */
  picture?: string | null;
}) {
  const { templates: texts, lifecycle } = useTexts();
  const { header, media, body, footer, buttons } = previewOf(template, values);
  const names = lifecycle.headers as Readonly<Record<string, string>>;
  return (
    <figure className={styles.preview}>
      <figcaption>{texts.preview}</figcaption>
      <div className={styles.paper} dir="auto">
        {header !== null && header !== '' && <p className={styles.header}>{header}</p>}
        {media !== null &&
          (picture ? (
            <img src={picture} alt={names[media] ?? media} className={styles.picture} />
          ) : (
            <p className={styles.media}>{names[media] ?? media}</p>
          ))}
        <p className={styles.body}>
          {markedParts(body).map((part, index) => (
            <Marked key={index} part={part} />
          ))}
        </p>
        {footer !== null && <p className={styles.footer}>{footer}</p>}
        {buttons.length > 0 && (
          <ul className={styles.buttons}>
            {buttons.map((text, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </figure>
  );
}

function Marked({ part: { text, mark } }: { part: MarkedText }) {
  switch (mark) {
    case 'bold':
      return <strong>{text}</strong>;
    case 'italic':
      return <em>{text}</em>;
    case 'struck':
      return <s>{text}</s>;
    case 'mono':
      return <code>{text}</code>;
    case 'plain':
      return text;
  }
}
