import { About, Digits, Example, ListOf, Nested, Optional, Verbatim } from '..';

const MAX_WORDS = 200;
const MAX_PLACES = 20;

export class CardName {
  @About('The whole name, as it is shown.')
  @Example('Grace Hopper')
  @Verbatim({ min: 1, max: MAX_WORDS })
  formatted_name!: string;
  @Example('Grace') @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) first_name?: string;
  @Example('Hopper') @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) last_name?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) middle_name?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) prefix?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) suffix?: string;
}

class CardPlace {
  @About('Such as `HOME` or `WORK`.')
  @Example('WORK')
  @Optional()
  @Verbatim({ min: 1, max: 50 })
  type?: string;
}

export class CardPhone extends CardPlace {
  @Example('+1 415 555 0199') @Verbatim({ min: 1, max: 50 }) phone!: string;
  @About('The number on the network, with country code: its owner can be written to from the card.')
  @Example('14155550199')
  @Optional()
  @Digits()
  wa_id?: string;
}

export class CardEmail extends CardPlace {
  @Example('grace@example.com') @Verbatim({ min: 1, max: 320 }) email!: string;
}

export class CardUrl extends CardPlace {
  @Example('https://example.com') @Verbatim({ min: 1, max: 2_000 }) url!: string;
}

export class CardAddress extends CardPlace {
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) street?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) city?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) state?: string;
  @Optional() @Verbatim({ min: 1, max: 50 }) zip?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) country?: string;
  @Optional() @Verbatim({ min: 1, max: 10 }) country_code?: string;
}

export class CardOrganization {
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) company?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) department?: string;
  @Optional() @Verbatim({ min: 1, max: MAX_WORDS }) title?: string;
}

@About("A contact card, in the provider's format.")
export class ContactCard {
  @Nested(() => CardName) name!: CardName;
  @Optional() @ListOf(() => CardPhone, { maxItems: MAX_PLACES }) phones?: CardPhone[];
  @Optional() @ListOf(() => CardEmail, { maxItems: MAX_PLACES }) emails?: CardEmail[];
  @Optional() @ListOf(() => CardUrl, { maxItems: MAX_PLACES }) urls?: CardUrl[];
  @Optional() @ListOf(() => CardAddress, { maxItems: MAX_PLACES }) addresses?: CardAddress[];
  @Optional() @Nested(() => CardOrganization) org?: CardOrganization;
  @About('As in 1906-12-09.')
  @Example('1906-12-09')
  @Optional()
  @Verbatim({ min: 10, max: 10 })
  birthday?: string;
}
