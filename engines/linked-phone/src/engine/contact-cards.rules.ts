import type { proto } from '@whiskeysockets/baileys';
import type { ContactCard } from '@chat/contracts/messaging';

/** Converts cards to what phones send: one alone, or a list. Each is a vCard (RFC 2426), by which phones name numbers. */
export function toCards(contacts: readonly ContactCard[]): proto.IMessage {
  const cards = contacts.map((contact) => ({
    displayName: contact.name.formatted_name,
    vcard: toVcard(contact),
  }));
  const [card] = cards;
  if (card && cards.length === 1) return { contactMessage: card };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

function toVcard({
  name,
  phones = [],
  emails = [],
  urls = [],
  addresses = [],
  org,
  birthday,
}: ContactCard): string {
  const { last_name, first_name, middle_name, prefix, suffix } = name;
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${parts(last_name ?? (first_name ? '' : name.formatted_name), first_name, middle_name, prefix, suffix)}`,
    `FN:${escaped(name.formatted_name)}`,
    ...(org?.company || org?.department ? [`ORG:${parts(org.company, org.department)}`] : []),
    ...(org?.title ? [`TITLE:${escaped(org.title)}`] : []),
    ...phones.map(
      ({ type, wa_id, phone }) => `TEL${typeOf(type)}${wa_id ? `;waid=${wa_id}` : ''}:${escaped(phone)}`,
    ),
    ...emails.map(({ type, email }) => `EMAIL${typeOf(type)}:${escaped(email)}`),
    ...urls.map(({ type, url }) => `URL${typeOf(type)}:${escaped(url)}`),
    ...addresses.map(
      ({ type, street, city, state, zip, country }) =>
        `ADR${typeOf(type)}:${parts('', '', street, city, state, zip, country)}`,
    ),
    ...(birthday ? [`BDAY:${escaped(birthday)}`] : []),
    'END:VCARD',
  ].join('\n');
}

function typeOf(type: string | undefined): string {
  const word = type?.replaceAll(/[^A-Za-z-]/g, '');
  return word ? `;type=${word}` : '';
}

function parts(...texts: (string | undefined)[]): string {
  return texts.map((text) => escaped(text ?? '')).join(';');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
}
