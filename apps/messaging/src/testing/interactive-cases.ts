type Json = Record<string, unknown>;

const x = (length: number) => '👍'.repeat(length);
const body = { text: x(1_024) };
const footer = { text: x(60) };
const textHeader = { type: 'text', text: x(60) };
const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${from + n}`.padStart(200, '0'),
    title: x(24),
    description: x(72),
  }));
const itemsOf = (count: number) => Array.from({ length: count }, () => ({ product_retailer_id: x(200) }));
const buttonsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    type: 'reply',
    reply: { id: `${n}`.padStart(256, '0'), title: `${n}`.padStart(20, '0') },
  }));

/** One message of every kind that is as large as the provider takes it. */
export const largest: Readonly<Record<string, Json>> = {
  button: {
    ...{
      type: 'button',
      header: { type: 'image', image: { link: 'https://shop.example.com/a.png' } },
      body,
      footer,
    },
    action: { buttons: buttonsOf(3) },
  },
  list: {
    ...{ type: 'list', header: textHeader, body, footer },
    action: {
      button: x(20),
      sections: [
        { title: x(24), rows: rowsOf(5) },
        { title: x(24), rows: rowsOf(5, 5) },
      ],
    },
  },
  cta_url: {
    ...{
      type: 'cta_url',
      header: { type: 'document', document: { id: '1', filename: x(240) } },
      body,
      footer,
    },
    action: {
      name: 'cta_url',
      parameters: { display_text: x(20), url: `https://shop.example.com/${'a'.repeat(1_975)}` },
    },
  },
  location_request_message: {
    ...{ type: 'location_request_message', body },
    action: { name: 'send_location' },
  },
  address_message: {
    ...{ type: 'address_message', header: textHeader, body, footer },
    action: {
      name: 'address_message',
      parameters: {
        country: 'IN',
        values: { name: 'Ana' },
        saved_addresses: [{ id: '1', value: { city: 'Pune' } }],
      },
    },
  },
  flow: {
    ...{ type: 'flow', header: { type: 'video', video: { id: '1' } }, body, footer },
    action: {
      name: 'flow',
      parameters: {
        ...{
          flow_message_version: '3',
          flow_token: x(200),
          flow_id: '1',
          flow_cta: x(20),
          mode: 'published',
        },
        ...{ flow_action: 'navigate', flow_action_payload: { screen: 'START', data: { a: 1 } } },
      },
    },
  },
  product: { type: 'product', body, footer, action: { catalog_id: x(200), product_retailer_id: x(200) } },
  product_list: {
    ...{ type: 'product_list', header: textHeader, body, footer },
    action: {
      catalog_id: x(200),
      sections: Array.from({ length: 10 }, () => ({ title: x(24), product_items: itemsOf(3) })),
    },
  },
  catalog_message: {
    ...{ type: 'catalog_message', body, footer },
    action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: x(200) } },
  },
};

/** The members that may be absent, by the end of their path. */
const optional =
  /(^|\.)(header|footer|filename|description|values|saved_addresses|flow_token|mode|flow_action|data)$|^product body$|^catalog_message action\.parameters$|header\.(image\.link|document\.id|video\.id)$/;

export interface WrongCase {
  name: string;
  interactive: Json;
  /** The member that has to be named, or one below it. */
  member: string;
}

/** Every way to break one member of the largest messages: without it, of another type, too long, or beside a stranger. */
export function wrongCases(): WrongCase[] {
  const cases = Object.entries(largest).flatMap(([kind, whole]) =>
    pathsOf(whole).flatMap((path) => {
      const value = at(whole, path);
      const place = path.join('.');
      const without = optional.test(place) || optional.test(`${kind} ${place}`) || path.at(-1) === '0';
      return [
        ...(without ? [] : [broken(kind, path, undefined, 'without')]),
        broken(kind, path, typeof value === 'string' ? 7 : 'seven', 'of another type:'),
        ...(typeof value === 'string'
          ? [broken(kind, path, '', 'empty'), broken(kind, path, `${value}${x(2_001)}`, 'too long')]
          : []),
        ...(isObject(value) && !isFree(path) ? [broken(kind, [...path, 'stranger'], 1, 'with')] : []),
      ];
    }),
  );
  return [...cases, ...more()];
}

function more(): WrongCase[] {
  const list = largest['list'] as { action: Json };
  const products = largest['product_list'] as { action: Json };
  const flow = largest['flow'] as { action: { parameters: Json } };
  const withAction = (kind: string, action: Json) => ({ ...largest[kind], action });
  const sections = (...of: object[]) => withAction('list', { ...list.action, sections: of });
  const parameters = (changes: Json) =>
    withAction('flow', { ...flow.action, parameters: { ...flow.action.parameters, ...changes } });
  const [first] = buttonsOf(1);
  return [
    ...['', 'poll', 'order_details', 'constructor', '__proto__'].map((type) => ({
      name: `the kind “${type}”`,
      interactive: { ...largest['button'], type },
      member: 'interactive.type',
    })),
    {
      name: 'four buttons',
      interactive: withAction('button', { buttons: buttonsOf(4) }),
      member: 'interactive.action.buttons',
    },
    {
      name: 'no button',
      interactive: withAction('button', { buttons: [] }),
      member: 'interactive.action.buttons',
    },
    {
      name: 'two buttons with one id',
      interactive: withAction('button', { buttons: [first, first] }),
      member: 'interactive.action.buttons',
    },
    {
      name: 'eleven rows',
      interactive: sections({ title: 'A', rows: rowsOf(6) }, { title: 'B', rows: rowsOf(5, 6) }),
      member: 'interactive.action.sections',
    },
    {
      name: 'eleven rows in one section',
      interactive: sections({ rows: rowsOf(11) }),
      member: 'interactive.action.sections',
    },
    { name: 'no section', interactive: sections(), member: 'interactive.action.sections' },
    {
      name: 'eleven sections',
      interactive: sections(...rowsOf(11).map((row) => ({ title: 'A', rows: [row] }))),
      member: 'interactive.action.sections',
    },
    {
      name: 'a section without rows',
      interactive: sections({ title: 'A', rows: [] }),
      member: 'interactive.action.sections.0.rows',
    },
    {
      name: 'two sections, one without a title',
      interactive: sections({ title: 'A', rows: rowsOf(1) }, { rows: rowsOf(1, 1) }),
      member: 'interactive.action.sections.1.title',
    },
    {
      name: 'two rows with one id',
      interactive: sections({ title: 'A', rows: [...rowsOf(1), ...rowsOf(1)] }),
      member: 'interactive.action.sections',
    },
    {
      name: 'a list with a picture',
      interactive: { ...largest['list'], header: { type: 'image', image: { id: '1' } } },
      member: 'interactive.header',
    },
    {
      name: '31 products',
      interactive: withAction('product_list', {
        ...products.action,
        sections: [{ product_items: itemsOf(30) }, { product_items: itemsOf(1) }],
      }),
      member: 'interactive.action.sections',
    },
    {
      name: 'a flow by id and name',
      interactive: parameters({ flow_name: 'f' }),
      member: 'interactive.action.parameters.flow_id',
    },
    {
      name: 'a flow that navigates nowhere',
      interactive: parameters({ flow_action_payload: undefined }),
      member: 'interactive.action.parameters.flow_action_payload',
    },
    {
      name: 'a flow that exchanges data and has a screen',
      interactive: parameters({ flow_action: 'data_exchange' }),
      member: 'interactive.action.parameters.flow_action_payload',
    },
    ...['ftp://example.com', 'example.com', 'https://', 'javascript:alert(1)'].map((url) => ({
      name: `the link ${url}`,
      interactive: withAction('cta_url', { name: 'cta_url', parameters: { display_text: 'Go', url } }),
      member: 'interactive.action.parameters.url',
    })),
    ...[
      { type: 'image', image: {} },
      { type: 'image', image: { id: '1', link: 'https://a.example' } },
    ].map((header) => ({
      name: `the header ${JSON.stringify(header)}`,
      interactive: { ...largest['button'], header },
      member: 'interactive.header.image',
    })),
    {
      name: 'a request for a location with a footer',
      interactive: { ...largest['location_request_message'], footer },
      member: 'interactive.footer',
    },
    {
      name: 'a product with a header',
      interactive: { ...largest['product'], header: textHeader },
      member: 'interactive.header',
    },
  ];
}

function broken(kind: string, path: string[], value: unknown, how: string): WrongCase {
  const place = path.join('.');
  return {
    name: `${kind} ${how} ${place}`,
    interactive: put(largest[kind]!, path, value),
    member: `interactive.${place}`,
  };
}

/** Where objects of any shape are. */
function isFree(path: string[]): boolean {
  return ['values', 'value', 'data'].some((name) => path.includes(name));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The paths of all members, of lists those of the first item. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (path.length > 0 && isFree(path.slice(0, -1))) return [];
  const entries = Array.isArray(value) ? [['0', value[0]]] : isObject(value) ? Object.entries(value) : [];
  const below = (entries as [string, unknown][]).flatMap(([name, one]) => pathsOf(one, [...path, name]));
  return path.length === 0 ? below : [path, ...below];
}

function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Json)[name], value);
}

function put(value: Json, path: string[], given: unknown): Json {
  const copy = structuredClone(value);
  const holder = at(copy, path.slice(0, -1)) as Json;
  if (given === undefined) delete holder[path.at(-1)!];
  else holder[path.at(-1)!] = given;
  return copy;
}
