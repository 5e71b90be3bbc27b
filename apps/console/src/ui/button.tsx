import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import styles from './button.module.css';

export type ButtonKind = 'first' | 'second' | 'danger' | 'plain';

/** For links of the router that look like a button. */
export const buttonClass = (kind: ButtonKind, isSmall = false): string =>
  [styles.button, styles[kind], ...(isSmall ? [styles.small] : [])].join(' ');

/** The class of a button that is only an icon. */
export const iconButtonClass = (isStrong = false): string =>
  isStrong ? `${styles.round} ${styles.strong}` : styles.round!;

interface Props {
  kind?: ButtonKind;
  icon?: IconName;
  isSmall?: boolean;
  isDisabled?: boolean;
  type?: 'button' | 'submit';
  onPress?: () => void;
  children: ReactNode;
}

/** The browser's own: the start of the console does without the component library. */
export function Button({
  kind = 'second',
  icon,
  isSmall,
  isDisabled,
  type = 'button',
  onPress,
  children,
}: Props) {
  return (
    <button type={type} disabled={isDisabled} onClick={onPress} className={buttonClass(kind, isSmall)}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

/** A button that is only an icon, with its name for those who do not see it. */
export function IconButton({
  icon,
  label,
  flips,
  isStrong = false,
  isDisabled,
  type = 'button',
  onPress,
}: {
  icon: IconName;
  label: string;
  flips?: boolean;
  isStrong?: boolean;
  isDisabled?: boolean;
  type?: 'button' | 'submit';
  onPress?: () => void;
}) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
      className={iconButtonClass(isStrong)}
    >
      <Icon name={icon} flips={flips} />
    </button>
  );
}

/** A link to a page outside of the console that looks like a button. */
export function ButtonLink({
  href,
  kind = 'second',
  children,
}: {
  href: string;
  kind?: ButtonKind;
  children: ReactNode;
}) {
  return (
    <a href={href} className={buttonClass(kind)}>
      {children}
    </a>
  );
}
