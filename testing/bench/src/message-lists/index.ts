import type { Operation, PageQuery } from '@chat/contracts';
import { listConversations, listMessages, type ListConversationsQuery } from '@chat/contracts/messaging';
import { cutPage, timeKey } from '@chat/lists';
import { toTimestamp } from '@chat/service-kit';
import type { BenchOptions, Report } from '../bench';
import { say } from '../progress';
import { isMissed } from '../verdict.rules';
import { Installation } from './installation';
import {
  describeLists,
  p50,
  pages,
  verdictsOf,
  type ListRow,
  type PageName,
  type Rounds,
} from './report.rules';
import { LONG_CONVERSATION, seedMessages, type Population } from './seed';

const usual: Population = { accountId: 1, messages: 10_000, conversations: 10_000 };
const sizes = {
  full: {
    few: usual,
    many: { accountId: 2, messages: 5_000_000, conversations: 500_000 },
    rounds: 5,
    requests: 60,
  },
  quick: {
    few: usual,
    many: { accountId: 2, messages: 500_000, conversations: 50_000 },
    rounds: 3,
    requests: 20,
  },
  smallest: {
    few: { accountId: 1, messages: 50, conversations: 50 },
    many: { accountId: 2, messages: 100, conversations: 100 },
    rounds: 1,
    requests: 1,
  },
};
type Populations = Record<'few' | 'many', Population>;

/** A deep page starts after nine tenths of the rows. */
const DEPTH = 0.9;

/** A list that is measured. */
interface List {
  name: string;
  operation: Operation;
  rows: (population: Population) => number;
  input: (query: PageQuery) => { query: PageQuery };
  /** The query for the row at that place of the list. */
  rowAt: (population: Population, place: number) => { text: string; values: unknown[] };
}

function conversations(name: string, filter: Partial<ListConversationsQuery>): List {
  return {
    name,
    operation: listConversations,
    rows: (population) => population.conversations,
    input: (query) => ({ query: { ...query, ...filter } }),
    rowAt: ({ accountId }, place) => ({
      text: 'SELECT id::float8 AS id, last_message_at AS at FROM messaging.conversations WHERE account_id = $1 AND id = $2',
      values: [accountId, place + 1],
    }),
  };
}

const lists: List[] = [
  {
    name: 'messages',
    operation: listMessages,
    rows: ({ messages }) => messages,
    input: (query) => ({ params: { id: LONG_CONVERSATION }, query }),
    rowAt: ({ accountId, messages }, place) => ({
      text: 'SELECT id::float8 AS id, occurred_at AS at FROM messaging.messages WHERE account_id = $1 AND id = $2',
      values: [accountId, messages - place],
    }),
  },
  conversations('conversations', {}),
  conversations('unread', { unread: true }),
  conversations('found, many', { search: 'customer', unread: true }),
  conversations('found, one', { search: '12125000040' }),
  conversations('found, one name', { search: 'customer 9999' }),
];

/** Pages of an account with few rows and of one with many, alternating: first pages, and deep ones by cursor. */
export async function runMessageListsBench({ size }: BenchOptions): Promise<Report> {
  const { few, many, rounds, requests } = sizes[size];
  const installation = await Installation.start();
  try {
    say(`Seeding ${few.messages} and ${many.messages} messages`);
    await seedMessages(installation.database, [few, many]);
    const rows: ListRow[] = [];
    for (const list of lists) {
      say(`Measuring ${list.name}`);
      rows.push(await measure(installation, list, { few, many }, { rounds, requests }));
    }
    const figures = { requests, rows };
    return { figures, text: describeLists(rows), isMissed: rows.flatMap(verdictsOf).some(isMissed) };
  } finally {
    await installation.stop();
  }
}

async function measure(
  installation: Installation,
  list: List,
  { few, many }: Populations,
  { rounds, requests }: { rounds: number; requests: number },
): Promise<ListRow> {
  const row: ListRow = {
    name: list.name,
    sizes: { small: list.rows(few), large: list.rows(many) },
    small: { first: [], newest: [], deep: [] },
    large: { first: [], newest: [], deep: [] },
  };
  const queries = {
    small: await queriesOf(installation, list, few),
    large: await queriesOf(installation, list, many),
  };
  // The first round is the warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const times = { small: emptyRounds(), large: emptyRounds() };
    for (let request = 0; request < requests; request += 1) {
      for (const page of pages) {
        for (const [size, { accountId }] of [
          ['small', few],
          ['large', many],
        ] as const) {
          const input = list.input(queries[size][page]);
          times[size][page].push(await installation.time(list.operation, accountId, input));
        }
      }
    }
    if (round === 0) continue;
    for (const page of pages) {
      row.small[page].push(p50(times.small[page]));
      row.large[page].push(p50(times.large[page]));
    }
  }
  return row;
}

function emptyRounds(): Rounds {
  return { first: [], newest: [], deep: [] };
}

async function queriesOf(
  installation: Installation,
  list: List,
  population: Population,
): Promise<Record<PageName, PageQuery>> {
  const cursorAt = async (place: number) => {
    const { text, values } = list.rowAt(population, place);
    const { rows } = await installation.database.query<{ id: number; at: Date }>(text, values);
    return cursorAfter(rows[0]!);
  };
  return {
    first: {},
    newest: { cursor: await cursorAt(0) },
    deep: { cursor: await cursorAt(Math.floor(list.rows(population) * DEPTH)) },
  };
}

/** The cursor that the list would return with a page that ends with this row. */
function cursorAfter({ id, at }: { id: number; at: Date }): string {
  const request = { perPage: 1, page: 1, offset: 0, after: null };
  const { pagination } = cutPage(
    [
      { id, at },
      { id: 0, at },
    ],
    request,
    null,
    (row) => timeKey(toTimestamp(row.at), row.id),
  );
  return pagination.next_cursor!;
}
