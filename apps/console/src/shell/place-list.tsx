import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts';
import { Icon } from '../ui/icon';
import { groups, type Place } from './places';
import styles from './shell.module.css';

/** Places, by group. */
export function PlaceList({ places }: { places: readonly Place[] }) {
  const { nav } = useTexts();
  return groups.map((group) => {
    const own = places.filter((place) => place.group === group);
    if (own.length === 0) return null;
    const title = group === 'daily' ? null : nav.groups[group];
    return (
      <div key={group} className={title === null ? undefined : styles.group}>
        {title !== null && (
          <p aria-hidden="true" className={styles.groupTitle}>
            {title}
          </p>
        )}
        <ul className={styles.places} aria-label={title ?? undefined}>
          {own.map(({ to, name, icon }) => (
            <li key={to}>
              <Link to={to} className={styles.place} activeProps={{ 'aria-current': 'page' }}>
                <Icon name={icon} />
                <span>{nav[name]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
