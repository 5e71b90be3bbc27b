import { hueOf, initialsOf } from '../texts/formats.rules';
import { Icon } from './icon';
import styles from './avatar.module.css';

const HUES = 6;

/** A picture of a person: their initials in a colour that stays theirs. */
export function Avatar({ name, size = 'medium' }: { name: string | null; size?: 'small' | 'medium' }) {
  const initials = name === null ? '' : initialsOf(name);
  const hue = hueOf(name ?? '', HUES);
  return (
    <span aria-hidden="true" className={`${styles.avatar} ${styles[size]} ${styles[`hue${hue}`]}`}>
      {initials === '' ? <Icon name="contacts" /> : initials}
    </span>
  );
}
