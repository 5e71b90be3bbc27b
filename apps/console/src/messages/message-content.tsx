import { useState } from 'react';
import type { Message } from '@chat/client';
import { addressOf } from '../api/call';
import { readMessage } from '../api/messages';
import { useFormats, useTexts } from '../texts/texts';
import { Icon } from '../ui/icon';
import { Dialog } from '../ui/dialog';
import { cardsOf, interactiveOf, isForwarded, orderOf, partsOf } from './content.rules';
import styles from './messages.module.css';

/** What a message says or carries, whatever its kind. Texts of strangers are texts: nothing in them becomes markup. */
export function MessageContent({ message }: { message: Message }) {
  const { thread } = useTexts();
  if (message.deleted_at !== null) return <p className={styles.gone}>{thread.deleted}</p>;
  return (
    <>
      {isForwarded(message) && (
        <p className={styles.label}>
          <Icon name="forward" size={14} flips /> {thread.forwarded}
        </p>
      )}
      {message.referral !== null && <p className={styles.label}>{thread.fromAd}</p>}
      <Kind message={message} />
    </>
  );
}

function Kind({ message }: { message: Message }) {
  const { thread } = useTexts();
  switch (message.type) {
    case 'text':
      return <Words message={message} />;
    case 'image':
    case 'sticker':
      return (
        <>
          <Picture message={message} />
          <Words message={message} />
        </>
      );
    case 'video':
      return (
        <>
          <video
            controls
            preload="metadata"
            src={mediaOf(message)}
            className={styles.video}
            aria-label={thread.video}
          />
          <Words message={message} />
        </>
      );
    case 'audio':
      return (
        <audio
          controls
          preload="none"
          src={mediaOf(message)}
          className={styles.audio}
          aria-label={message.media?.ptt ? thread.voice : thread.audio}
        />
      );
    case 'document':
      return (
        <>
          <Document message={message} />
          <Words message={message} />
        </>
      );
    case 'location':
      return <Location message={message} />;
    case 'contacts':
      return <Cards message={message} />;
    case 'order':
      return <Order message={message} />;
    case 'template':
      return (
        <>
          <p className={styles.label}>{thread.template}</p>
          {message.media !== null && <Document message={message} />}
          <Words message={message} />
        </>
      );
    case 'product':
      return (
        <>
          <p className={styles.label}>
            <Icon name="cart" size={14} /> {thread.product}
          </p>
          <Words message={message} />
        </>
      );
    case 'interactive':
      return <Interactive message={message} />;
    case 'system':
      return <Words message={message} otherwise={thread.system} />;
    case 'reaction':
      return null;
    // A newer server may know kinds that this page does not.
    case 'unsupported':
    default:
      return (
        <p className={styles.gone}>
          {thread.unsupported}
          {message.unsupported?.type != null && (
            <>
              {' '}
              (<bdi>{message.unsupported.type}</bdi>)
            </>
          )}
          . {thread.openOnPhone}
        </p>
      );
  }
}

/** The address of the file of a message, for the person who is signed in. */
function mediaOf({ id }: Message): string {
  return addressOf(`messages/${id}/media`);
}

function Words({ message, otherwise = null }: { message: Message; otherwise?: string | null }) {
  const { thread } = useTexts();
  const [whole, setWhole] = useState<string | null>(null);
  const text = whole ?? message.message ?? otherwise;
  if (text === null || text === '') return null;
  return (
    <>
      <p className={styles.words} dir="auto">
        {partsOf(text).map(({ text: shown, href }, index) =>
          href === undefined ? (
            shown
          ) : (
            <a key={index} href={href} target="_blank" rel="noopener noreferrer">
              {shown}
            </a>
          ),
        )}
      </p>
      {message.message_truncated && whole === null && (
        <button
          type="button"
          className={styles.linkButton}
          onClick={() =>
            void readMessage(message.id).then(
              (read) => setWhole(read.message),
              () => undefined,
            )
          }
        >
          {thread.showAll}
        </button>
      )}
    </>
  );
}

function Picture({ message }: { message: Message }) {
  const { thread } = useTexts();
  const [isGone, setGone] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const isSticker = message.type === 'sticker';
  if (isGone) return <p className={styles.gone}>{thread.mediaGone}</p>;
  const image = (
    <img
      src={mediaOf(message)}
      alt={isSticker ? thread.sticker : (message.message ?? thread.image)}
      loading="lazy"
      onError={() => setGone(true)}
      className={isSticker ? styles.sticker : styles.picture}
    />
  );
  if (isSticker) return image;
  return (
    <>
      <button
        type="button"
        className={styles.pictureButton}
        title={thread.enlarge}
        onClick={() => setLarge(true)}
      >
        {image}
      </button>
      {isLarge && (
        <Dialog title={thread.image} isOpen onClose={() => setLarge(false)} size="large">
          <img src={mediaOf(message)} alt={message.message ?? thread.image} className={styles.large} />
        </Dialog>
      )}
    </>
  );
}

function Document({ message }: { message: Message }) {
  const { thread } = useTexts();
  const formats = useFormats();
  const name = message.media?.filename ?? thread.document;
  return (
    <a href={mediaOf(message)} download className={styles.document} aria-label={thread.download(name)}>
      <Icon name="file" size={24} />
      <span className={styles.documentText}>
        <bdi className={styles.fileName}>{name}</bdi>
        {message.media && <span className={styles.fileSize}>{formats.size(message.media.size)}</span>}
      </span>
      <Icon name="download" size={18} />
    </a>
  );
}

function Location({ message }: { message: Message }) {
  const { thread } = useTexts();
  const { location } = message;
  if (!location) return <p>{thread.location}</p>;
  const { latitude, longitude, name, address } = location;
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div className={styles.block}>
      <p className={styles.label}>
        <Icon name="pin" size={14} /> {thread.location}
      </p>
      {name !== null && (
        <p className={styles.strong}>
          <bdi>{name}</bdi>
        </p>
      )}
      {address !== null && (
        <p>
          <bdi>{address}</bdi>
        </p>
      )}
      <a href={href} target="_blank" rel="noopener noreferrer">
        {thread.openMap}
      </a>
    </div>
  );
}

function Cards({ message }: { message: Message }) {
  const { thread } = useTexts();
  const formats = useFormats();
  return (
    <ul className={styles.block}>
      {cardsOf(message).map(({ name, phones }, index) => (
        <li key={index}>
          <p className={styles.strong}>
            <bdi>{name || thread.contactCard}</bdi>
          </p>
          {phones.map((phone) => (
            <p key={phone}>
              <bdi dir="ltr">{formats.phone(phone)}</bdi>
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Order({ message }: { message: Message }) {
  const { thread } = useTexts();
  const { items, text } = orderOf(message);
  return (
    <div className={styles.block}>
      <p className={styles.label}>
        <Icon name="cart" size={14} /> {thread.order}
      </p>
      <p className={styles.strong}>{thread.items(items)}</p>
      <Words message={message} otherwise={text} />
    </div>
  );
}

function Interactive({ message }: { message: Message }) {
  const { thread } = useTexts();
  const { header, footer, labels } = interactiveOf(message);
  return (
    <>
      {header !== null && (
        <p className={styles.strong}>
          <bdi>{header}</bdi>
        </p>
      )}
      <Words message={message} otherwise={labels.length === 0 ? thread.interactive : null} />
      {footer !== null && (
        <p className={styles.label}>
          <bdi>{footer}</bdi>
        </p>
      )}
      {labels.length > 0 && (
        <ul className={styles.labels}>
          {labels.map((label, index) => (
            <li key={index}>
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
