import {
  About,
  Example,
  Id,
  IfGiven,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Text,
  Timestamp,
  Verbatim,
  WholeListQuery,
} from '..';

/** The limits are the provider's. */
const MAX_HEADER = 60;
const MAX_BODY = 1_024;
const MAX_FOOTER = 60;
/** Maximum number of sections in a list, and of rows in all its sections together. */
const MAX_SECTIONS = 10;
export const MAX_ROWS = 10;

/** The text above, in and below an interactive message. */
class AssetTexts {
  @About('What the account calls it. It is not sent.')
  @Example('Spring offer')
  @Text({ max: 100 })
  name!: string;
  @Optional() @Verbatim({ min: 1, max: MAX_HEADER }) header?: string;
  @Example('Have a look.') @Verbatim({ min: 1, max: MAX_BODY }) body!: string;
  @Optional() @Verbatim({ min: 1, max: MAX_FOOTER }) footer?: string;
}

/** A message with one button that opens a web page. */
export class CtaUrlSettings extends AssetTexts {
  @About('On the button.') @Example('Open') @Text({ max: 20 }) display_text!: string;
  @About('What the button opens, with http:// or https://.')
  @Example('https://shop.acme.test/offer')
  @Verbatim({ min: 1, max: 2_000 })
  url!: string;
}

export class InteractiveListRow {
  @About('Returned when somebody chooses the row; each of the list has another one.')
  @Verbatim({ min: 1, max: 200 })
  id!: string;
  @Verbatim({ min: 1, max: 24 }) title!: string;
  @Optional() @Verbatim({ min: 1, max: 72 }) description?: string;
}

export class InteractiveListSection {
  @About('Required when there are several sections.')
  @Optional()
  @Verbatim({ min: 1, max: 24 })
  title?: string;
  @ListOf(() => InteractiveListRow, { maxItems: MAX_ROWS }) rows!: InteractiveListRow[];
}

/** A message with a menu from which one row can be chosen. */
export class InteractiveListSettings extends AssetTexts {
  @About('On the button that opens the list.') @Text({ max: 20 }) button!: string;
  @ListOf(() => InteractiveListSection, { maxItems: MAX_SECTIONS }) sections!: InteractiveListSection[];
}

class ChangedTexts {
  @IfGiven() @Text({ max: 100 }) name?: string;
  @IfGiven() @Nullable() @Verbatim({ min: 1, max: MAX_HEADER }) header?: string | null;
  @IfGiven() @Verbatim({ min: 1, max: MAX_BODY }) body?: string;
  @IfGiven() @Nullable() @Verbatim({ min: 1, max: MAX_FOOTER }) footer?: string | null;
}

@About('Fields that you omit stay unchanged. Null clears the header or the footer.')
export class UpdateCtaUrl extends ChangedTexts {
  @IfGiven() @Text({ max: 20 }) display_text?: string;
  @IfGiven() @Verbatim({ min: 1, max: 2_000 }) url?: string;
}

@About(
  'Fields that you omit stay unchanged. Null clears the header or the footer. `sections` replaces all of them.',
)
export class UpdateInteractiveList extends ChangedTexts {
  @IfGiven() @Text({ max: 20 }) button?: string;
  @IfGiven()
  @ListOf(() => InteractiveListSection, { maxItems: MAX_SECTIONS })
  sections?: InteractiveListSection[];
}

export class CreateCtaUrl {
  @Id() account_id!: number;
  @Nested(() => CtaUrlSettings) cta_url!: CtaUrlSettings;
}

export class CreateInteractiveList {
  @Id() account_id!: number;
  @Nested(() => InteractiveListSettings) interactive_list!: InteractiveListSettings;
}

export class ListAssetsQuery extends WholeListQuery {}

export class AccountAssets {
  @Id() account_id!: number;
}

export class AssetRef {
  @Id() account_id!: number;
  @Id() id!: number;
}

/** An asset of an account, which is sent by its id. */
class Asset {
  @Id() id!: number;
  @Verbatim() name!: string;
  @Nullable() @Verbatim() header!: string | null;
  @Verbatim() body!: string;
  @Nullable() @Verbatim() footer!: string | null;
  @Timestamp() created_at!: string;
  @Timestamp() updated_at!: string;
}

export class CtaUrl extends Asset {
  @Verbatim() display_text!: string;
  @Verbatim() url!: string;
}

export class ListedRow {
  @Verbatim() id!: string;
  @Verbatim() title!: string;
  @Nullable() @Verbatim() description!: string | null;
}

export class ListedSection {
  @Nullable() @Verbatim() title!: string | null;
  @ListOf(() => ListedRow) rows!: ListedRow[];
}

export class InteractiveList extends Asset {
  @Verbatim() button!: string;
  @ListOf(() => ListedSection) sections!: ListedSection[];
}

export class CtaUrlResult {
  @Nested(() => CtaUrl) cta_url!: CtaUrl;
}

export class CtaUrlList {
  @ListOf(() => CtaUrl) cta_urls!: CtaUrl[];
}

export class InteractiveListResult {
  @Nested(() => InteractiveList) interactive_list!: InteractiveList;
}

export class InteractiveListList {
  @ListOf(() => InteractiveList) interactive_lists!: InteractiveList[];
}
