import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import styles from './tabs.module.css';

export interface TabContent {
  readonly id: string;
  readonly label: string;
  readonly panel: ReactNode;
}

export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly TabContent[];
  /** If the address says which one is shown. */
  selected?: string;
  onSelect?: (id: string) => void;
}) {
  return (
    <AriaTabs
      className={styles.tabs}
      selectedKey={selected}
      onSelectionChange={onSelect && ((key) => onSelect(String(key)))}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map(({ id, label: text }) => (
          <Tab key={id} id={id} className={styles.tab}>
            {text}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
