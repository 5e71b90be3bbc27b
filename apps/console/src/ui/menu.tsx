import { Button, Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { buttonClass, iconButtonClass } from './button';
import { Icon, type IconName } from './icon';
import styles from './menu.module.css';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly run: () => void;
}

/** A button, and the actions that it opens. */
export function Menu({
  label,
  text,
  icon = 'more',
  actions,
}: {
  label: string;
  /** Shown on the button; without one it is only an icon. */
  text?: string;
  icon?: IconName;
  actions: readonly Action[];
}) {
  return (
    <MenuTrigger>
      <Button
        aria-label={text === undefined ? label : undefined}
        className={text === undefined ? iconButtonClass() : buttonClass('second', true)}
      >
        <Icon name={icon} size={text === undefined ? 20 : 16} />
        {text}
      </Button>
      <Popover className={styles.popover} placement="bottom end">
        <AriaMenu
          aria-label={label}
          className={styles.menu}
          onAction={(key) => actions.find(({ id }) => id === key)?.run()}
        >
          {actions.map(({ id, label: name, icon: sign, isDangerous }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              className={isDangerous ? `${styles.item} ${styles.dangerous}` : styles.item}
            >
              {sign && <Icon name={sign} size={18} />}
              {name}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
