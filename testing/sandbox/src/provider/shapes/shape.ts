/** The values that differ from one installation, number and moment to the next. */
export interface Facts {
  wabaId: string;
  phoneNumberId: string;
  /** The digits of the business number. */
  business: string;
  /** The app at the provider. */
  appId: string;
  /** Epoch seconds. */
  now: number;
  /** The id of the message that the shape brings. */
  id: string;
  /** The id of a text that Mara wrote before. */
  theirs: string;
  /** The id of a text that the business wrote to her before. */
  ours: string;
  /** A file that the provider has: its id, and its digest in base64. */
  media: { id: string; sha256: string };
  /** The provider's id of the template `order_confirmation_slow` in `en_US`. */
  template: string;
}

/** Values for what is not sent anywhere. */
export const exampleFacts: Facts = {
  wabaId: '100000000000001',
  phoneNumberId: '200000000000002',
  business: '4930100000001',
  appId: '900000000000001',
  now: 1_790_000_000,
  id: 'wamid.SHAPE',
  theirs: 'wamid.THEIRS',
  ours: 'wamid.OURS',
  media: { id: '1339017321000001', sha256: 'yDQsnRLlfYmiSXyRSbQe9CyVzL6cWlvVHkL4PMdbMLA=' },
  template: '1689556908129832',
};

/** What the provider sends or answers: real in its members and types, made up in its values. */
export interface Shape {
  name: string;
  /** Where the provider, or somebody who recorded it, published the shape. */
  source: string;
  /** The name of the shape that comes before this one, which follows it up. */
  after?: string;
  body: (facts: Facts) => object;
}

/** A person who shows the number. */
export const MARA = { name: 'Mara Beispiel', phone: '4915110000001', userId: 'DE.94915110000001' };
/** A person who hides the number behind a user name. */
export const LENA = {
  name: 'Lena',
  username: '@lena.k',
  userId: 'DE.13491208655302741918',
  parentUserId: 'DE.ENT.11815799212886844830',
};
/** The business of the partner whose app this is. */
export const PARTNER = '520744086200221';

const REFERENCE =
  'https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference';

/** The page that errors in callbacks link to. */
export const ERROR_CODES =
  'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes/';

/** The provider's page of a callback field, or of one kind of message. */
export const referenceOf = (page: string) => `${REFERENCE}/${page}`;

/** A fixture of pywa, a client library. */
export const pywaFixture = (file: string) =>
  `https://github.com/david-lev/pywa/blob/master/tests/data/updates/${file}.json`;

/** The body of a callback with one entry. */
export function callbackOf(entries: object[]): object {
  return { object: 'whatsapp_business_account', entry: entries };
}

/** A change about one number. Its entry has no time. */
export function aboutNumber(
  { wabaId, phoneNumberId, business }: Facts,
  field: string,
  members: object,
): object {
  const metadata = { display_phone_number: business, phone_number_id: phoneNumberId };
  const value = { messaging_product: 'whatsapp', metadata, ...members };
  return callbackOf([{ id: wabaId, changes: [{ value, field }] }]);
}

/** A change about an account. @param entryId whom the entry names: by default the account. */
export function aboutAccount(facts: Facts, field: string, value: object, entryId = facts.wabaId): object {
  return callbackOf([{ id: entryId, time: facts.now, changes: [{ value, field }] }]);
}

/** What a change says of Mara. */
export const maraContact = {
  profile: { name: MARA.name },
  wa_id: MARA.phone,
  user_id: MARA.userId,
};
