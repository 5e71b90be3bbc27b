import type { CtaUrlSettings, InteractiveListSettings } from '@chat/contracts/messaging';

/** The content of an asset by kind: its settings without the name. */
export interface AssetContents {
  cta_url: Omit<CtaUrlSettings, 'name'>;
  interactive_list: Omit<InteractiveListSettings, 'name'>;
}

export type AssetKind = keyof AssetContents;

export interface AssetRow<K extends AssetKind> {
  id: number;
  name: string;
  content: AssetContents[K];
  created_at: Date;
  updated_at: Date;
}
