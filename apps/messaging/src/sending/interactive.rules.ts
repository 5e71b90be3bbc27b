import { isBlank, isPlainObject, type Problems } from '@chat/contracts';

/** Judges one value, and names what is wrong with it. */
type Rule = (value: unknown, member: string, problems: Problems) => void;

/** The members of an object: those with a `?` at the end of their name may be absent; others that are given are refused. */
type Shape = Readonly<Record<string, Rule>>;

const MAX_WEB_ADDRESS = 2_000;
const MAX_ROWS = 10;
const MAX_PRODUCTS = 30;

const text =
  (max: number): Rule =>
  (value, member, problems) => {
    const isText = typeof value === 'string' && !isBlank(value) && [...value].length <= max;
    if (!isText) problems.add(member, `${member} must be text of 1 to ${max} characters.`);
  };

const only =
  (...words: string[]): Rule =>
  (value, member, problems) => {
    const isOne = words.some((word) => word === value);
    if (!isOne) problems.add(member, `${member} must be ${words.map((word) => `“${word}”`).join(' or ')}.`);
  };

const webAddress: Rule = (value, member, problems) => {
  const isAddress =
    typeof value === 'string' &&
    value.length <= MAX_WEB_ADDRESS &&
    /^https?:\/\/\S+$/i.test(value) &&
    URL.canParse(value);
  if (!isAddress)
    problems.add(member, `${member} must be a web address of at most ${MAX_WEB_ADDRESS} characters.`);
};

const anyObject: Rule = (value, member, problems) => {
  if (!isPlainObject(value)) problems.add(member, `${member} must be an object.`);
};

const shape =
  (
    members: Shape,
    judgeWhole?: (value: Record<string, unknown>, member: string, problems: Problems) => void,
  ): Rule =>
  (value, member, problems) => {
    if (!isPlainObject(value)) return problems.add(member, `${member} must be an object.`);
    const known = Object.entries(members).map(([name, rule]) => ({
      name: name.replace(/\?$/, ''),
      rule,
      isOptional: name.endsWith('?'),
    }));
    for (const name of Object.keys(value)) {
      if (!known.some((one) => one.name === name)) problems.addUnknown(`${member}.${name}`, name);
    }
    for (const { name, rule, isOptional } of known) {
      if (value[name] !== undefined || !isOptional) rule(value[name], `${member}.${name}`, problems);
    }
    judgeWhole?.(value, member, problems);
  };

const list =
  (item: Rule, max: number): Rule =>
  (value, member, problems) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > max)
      return problems.add(member, `${member} must be a list of 1 to ${max} items.`);
    (value as unknown[]).forEach((one, index) => item(one, `${member}.${index}`, problems));
  };

const textHeader = shape({ type: only('text'), text: text(60) });
const mediaSource = shape(
  { 'id?': text(200), 'link?': webAddress, 'filename?': text(240) },
  (value, member, problems) => {
    if ((value['id'] === undefined) === (value['link'] === undefined))
      problems.add(member, `${member} must have an id or a link, not both.`);
  },
);
const headers: Readonly<Record<string, Rule>> = {
  text: textHeader,
  image: shape({ type: only('image'), image: mediaSource }),
  video: shape({ type: only('video'), video: mediaSource }),
  document: shape({ type: only('document'), document: mediaSource }),
};
const anyHeader: Rule = (value, member, problems) => {
  const type = isPlainObject(value) ? value['type'] : undefined;
  if (typeof type === 'string' && Object.hasOwn(headers, type)) headers[type]!(value, member, problems);
  else problems.add(`${member}.type`, `${member}.type must be ${Object.keys(headers).join(', ')}.`);
};

const body = shape({ text: text(1_024) });
const footer = shape({ text: text(60) });

/** Refuses what more than one of several items has. */
function requireUnique(values: unknown[], member: string, what: string, problems: Problems): void {
  if (new Set(values).size < values.length) problems.add(member, `Each ${what} must be different.`);
}

const membersOf = (value: unknown, name: string): Record<string, unknown>[] => {
  const items = isPlainObject(value) ? value[name] : undefined;
  return Array.isArray(items) ? items.filter((item) => isPlainObject(item)) : [];
};

const replyButtons = shape(
  { buttons: list(shape({ type: only('reply'), reply: shape({ id: text(256), title: text(20) }) }), 3) },
  (value, member, problems) => {
    const replies = membersOf(value, 'buttons').map(
      ({ reply }) => reply as { id?: unknown; title?: unknown } | undefined,
    );
    requireUnique(
      replies.map((reply) => reply?.id),
      `${member}.buttons`,
      'id',
      problems,
    );
    requireUnique(
      replies.map((reply) => reply?.title),
      `${member}.buttons`,
      'title',
      problems,
    );
  },
);

/** Sections of items, of which there may be so many altogether; several sections need titles. */
const sections = (items: string, item: Rule, max: number): Rule => {
  const each = list(shape({ 'title?': text(24), [items]: list(item, max) }), 10);
  return (value, member, problems) => {
    each(value, member, problems);
    const all = membersOf({ all: value }, 'all');
    const count = all.reduce((sum, section) => sum + membersOf(section, items).length, 0);
    if (count > max) problems.add(member, `${member} must have at most ${max} ${items} together.`);
    all.forEach(({ title }, index) => {
      if (all.length > 1 && title === undefined)
        problems.add(`${member}.${index}.title`, 'title is required when there are several sections.');
    });
  };
};

const row = shape({ id: text(200), title: text(24), 'description?': text(72) });
const menu = shape(
  { button: text(20), sections: sections('rows', row, MAX_ROWS) },
  (value, member, problems) => {
    const ids = membersOf(value, 'sections')
      .flatMap((section) => membersOf(section, 'rows'))
      .map(({ id }) => id);
    requireUnique(ids, `${member}.sections`, 'id of a row', problems);
  },
);

const flowParameters = shape(
  {
    flow_message_version: only('3'),
    'flow_token?': text(200),
    'flow_id?': text(200),
    'flow_name?': text(200),
    flow_cta: text(20),
    'mode?': only('published', 'draft'),
    'flow_action?': only('navigate', 'data_exchange'),
    'flow_action_payload?': shape({ screen: text(200), 'data?': anyObject }),
  },
  (value, member, problems) => {
    if ((value['flow_id'] === undefined) === (value['flow_name'] === undefined))
      problems.add(`${member}.flow_id`, 'Name the flow by flow_id or flow_name, not both.');
    const navigates = value['flow_action'] === 'navigate';
    const hasPayload = value['flow_action_payload'] !== undefined;
    const payload = `${member}.flow_action_payload`;
    if (navigates && !hasPayload)
      problems.add(payload, 'flow_action_payload is required with the flow_action navigate.');
    if (value['flow_action'] === 'data_exchange' && hasPayload)
      problems.add(payload, 'flow_action_payload does not go with the flow_action data_exchange.');
  },
);

const savedAddress = shape({ id: text(200), value: anyObject });
const addressParameters = shape({
  country: text(2),
  'values?': anyObject,
  'saved_addresses?': list(savedAddress, 20),
  'validation_errors?': anyObject,
});

const product = { catalog_id: text(200), product_retailer_id: text(200) };
const named = (name: string, parameters: Rule) => shape({ name: only(name), parameters });

/** The provider's kinds of interactive messages, with its limits: developers.facebook.com/docs/whatsapp/cloud-api/messages. */
const kinds: Readonly<Record<string, Shape>> = {
  button: { 'header?': anyHeader, body, 'footer?': footer, action: replyButtons },
  list: { 'header?': textHeader, body, 'footer?': footer, action: menu },
  cta_url: {
    'header?': anyHeader,
    body,
    'footer?': footer,
    action: named('cta_url', shape({ display_text: text(20), url: webAddress })),
  },
  location_request_message: { body, action: shape({ name: only('send_location') }) },
  address_message: {
    'header?': anyHeader,
    body,
    'footer?': footer,
    action: named('address_message', addressParameters),
  },
  flow: { 'header?': anyHeader, body, 'footer?': footer, action: named('flow', flowParameters) },
  product: { 'body?': body, 'footer?': footer, action: shape(product) },
  product_list: {
    header: textHeader,
    body,
    'footer?': footer,
    action: shape({
      catalog_id: text(200),
      sections: sections('product_items', shape({ product_retailer_id: text(200) }), MAX_PRODUCTS),
    }),
  },
  catalog_message: {
    body,
    'footer?': footer,
    action: shape({
      name: only('catalog_message'),
      'parameters?': shape({ thumbnail_product_retailer_id: text(200) }),
    }),
  },
};

/** Judges an interactive message by the provider's limits. */
export function judgeInteractive(interactive: object, problems: Problems): void {
  const { type } = interactive as { type?: unknown };
  if (typeof type === 'string' && Object.hasOwn(kinds, type)) {
    shape({ type: only(type), ...kinds[type] })(interactive, 'interactive', problems);
  } else {
    problems.add('interactive.type', `interactive.type must be one of ${Object.keys(kinds).join(', ')}.`);
  }
}

/** The text that people read. */
export function bodyOf(interactive: object): string | null {
  const { body: said } = interactive as { body?: { text?: unknown } };
  return typeof said?.text === 'string' ? said.text : null;
}
