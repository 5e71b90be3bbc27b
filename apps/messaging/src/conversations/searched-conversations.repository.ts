import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '@chat/errors';
import { AccountSlots, SharedReads } from '@chat/flow';
import { CommonTerms, containsOneOf, COUNT_LIMIT, termQuery, type TimePageRequest } from '@chat/lists';
import { hasDeletedChannels, hasUnkept, isKept, isShown, isVisible } from '../visibility/visible';
import { narrow, type ConversationFilter } from './conversation-filter';
import type { ConversationRow } from './conversation.row';
import { withLastMessage } from './conversations.repository';

/** How many of the latest conversations are scanned before the index is used: a millisecond or two of work. */
const PAGE_WALK = 2_000;
/** How many of them come first. They show whether the rest can be enough for the page, or the index is cheaper. */
const PROBE = 200;
const COUNT_WALK = 2 * COUNT_LIMIT;
/** As in the search of contacts: each holds a connection, and reads all conversations that have the terms. */
const LOOK_UPS_OF_ACCOUNT = 2;
const TURN_MS = 8_000;

/** What is searched for: a text must contain one of the fragments. */
interface Search {
  filter: ConversationFilter;
  fragments: string[];
}

const LATEST_FIRST = 'ORDER BY c.last_message_at DESC, c.id DESC';
/** The texts of conversations, by an array of their ids: Postgres goes through the index once, instead of once for each. */
const textsOf = (ids: string) =>
  `messaging.conversation_texts t WHERE t.account_id = $1 AND t.id = ANY (${ids}::bigint[])`;

/**
 * The conversations whose person is found by a search, by latest activity. As in the search of contacts, a page scans the
 * latest conversations, which is enough for common fragments, and uses the index of terms for the rest.
 */
@Injectable()
export class SearchedConversationsRepository {
  private readonly counts = new SharedReads<number>();
  private readonly lookUps = new AccountSlots(LOOK_UPS_OF_ACCOUNT);
  private readonly common: CommonTerms;

  constructor(private readonly dataSource: DataSource) {
    const index = { schema: 'messaging', name: 'conversation_texts_search_terms' };
    this.common = new CommonTerms(dataSource, index);
  }

  /** Returns a page of conversations plus one. @throws AppError `service_unavailable` if earlier searches take too long. */
  async page(accountId: number, search: Search, request: TimePageRequest): Promise<ConversationRow[]> {
    const near = await this.walk(accountId, search, request, PROBE);
    if (near.length > request.perPage) return near;
    if (mayFill(request, near.length)) {
      const walked = await this.walk(accountId, search, request, PAGE_WALK);
      if (walked.length > request.perPage) return walked;
    }
    return this.lookUp(accountId, search, request);
  }

  /** Counts conversations, up to the limit of list totals. */
  count(accountId: number, search: Search): Promise<number> {
    return this.counts.ask(JSON.stringify([accountId, search]), () => this.readCount(accountId, search));
  }

  /** `IS TRUE` keeps the planner, which expects few, from comparing each of the latest with each that is found. */
  private walk(
    accountId: number,
    { filter, fragments }: Search,
    { perPage, offset, before }: TimePageRequest,
    limit: number,
  ): Promise<ConversationRow[]> {
    const values: unknown[] = [accountId, offset, perPage + 1];
    const latest = `SELECT * FROM messaging.conversations c WHERE ${conditionsOf(filter, before, values)}
      ${LATEST_FIRST} LIMIT ${limit}`;
    return this.dataSource.query(
      `${withLastMessage(`
        WITH latest AS MATERIALIZED (${latest}), found AS MATERIALIZED (
          SELECT t.id FROM ${textsOf('ARRAY(SELECT id FROM latest)')} AND ${containsOneOf(fragments, values)})
        SELECT * FROM latest c WHERE (c.id IN (SELECT id FROM found)) IS TRUE
        ${LATEST_FIRST} OFFSET $2 LIMIT $3`)} ${LATEST_FIRST}`,
      values,
    );
  }

  private async lookUp(
    accountId: number,
    search: Search,
    { perPage, offset, before }: TimePageRequest,
  ): Promise<ConversationRow[]> {
    const values: unknown[] = [accountId, offset, perPage + 1];
    const matches = await this.matchesOf(accountId, search, before, values);
    return this.inTurn(accountId, () =>
      this.dataSource.query(
        `${withLastMessage(`${matches} ${LATEST_FIRST} OFFSET $2 LIMIT $3`)} ${LATEST_FIRST}`,
        values,
      ),
    );
  }

  /** A total of more than a page is mostly one of a common fragment, for which scanning is enough. */
  private async readCount(accountId: number, search: Search): Promise<number> {
    const { walked, total } = await this.countWalking(accountId, search);
    if (total > COUNT_LIMIT || walked < COUNT_WALK) return total;
    return this.countLookingUp(accountId, search);
  }

  /** If nothing is hidden, the index alone says which conversations are the latest. */
  private async countWalking(
    accountId: number,
    { filter, fragments }: Search,
  ): Promise<{ walked: number; total: number }> {
    const values: unknown[] = [accountId];
    const narrowed = narrow(filter, (value) => `$${values.push(value)}`);
    const latest = (condition: string) => `ARRAY(
      SELECT c.id FROM messaging.conversations c WHERE c.account_id = $1 ${narrowed} ${condition}
      ${LATEST_FIRST} LIMIT ${COUNT_WALK})`;
    const [counts]: [{ walked: number; total: number }] = await this.dataSource.query(
      `WITH latest AS MATERIALIZED (
         SELECT CASE WHEN ${hasDeletedChannels} OR ${hasUnkept}
           THEN ${latest(`AND ${isKept('c')} AND ${isVisible('c')}`)} ELSE ${latest('')} END AS ids)
       SELECT (SELECT cardinality(ids) FROM latest) AS walked, count(*)::integer AS total FROM (
         SELECT FROM ${textsOf('(SELECT ids FROM latest)')} AND ${containsOneOf(fragments, values)}
         LIMIT ${COUNT_LIMIT + 1}) AS counted`,
      values,
    );
    return counts;
  }

  private async countLookingUp(accountId: number, search: Search): Promise<number> {
    const values: unknown[] = [accountId];
    const matches = await this.matchesOf(accountId, search, null, values);
    const [{ total }] = await this.inTurn(accountId, () =>
      this.dataSource.query<[{ total: number }]>(
        `SELECT count(*)::integer AS total FROM (SELECT FROM (${matches}) AS c LIMIT ${COUNT_LIMIT + 1}) AS counted`,
        values,
      ),
    );
    return total;
  }

  /**
   * The conversations that the index finds. MATERIALIZED keeps every other condition out, so that the planner can find the
   * texts by their terms only.
   */
  private async matchesOf(
    accountId: number,
    { filter, fragments }: Search,
    before: TimePageRequest['before'],
    values: unknown[],
  ): Promise<string> {
    const terms = termQuery(accountId, fragments, await this.common.read());
    const query = `$${values.push(terms)}::tsquery`;
    return `WITH found AS MATERIALIZED (
        SELECT * FROM messaging.conversation_texts WHERE messaging.search_terms(account_id, search_text) @@ ${query}
      )
      SELECT c.* FROM found t JOIN messaging.conversations c ON c.account_id = t.account_id AND c.id = t.id
      WHERE ${containsOneOf(fragments, values)} AND ${conditionsOf(filter, before, values)}`;
  }

  /** Runs a statement whose cost grows with the account, so that slow ones of one account leave connections to others. */
  private inTurn<T>(accountId: number, query: () => Promise<T>): Promise<T> {
    return this.lookUps.run(accountId, query, { timeoutMs: TURN_MS, refusal: tooManySearches });
  }
}

function conditionsOf(
  filter: ConversationFilter,
  before: TimePageRequest['before'],
  values: unknown[],
): string {
  const place = (value: unknown) => `$${values.push(value)}`;
  const later = before ? `AND (c.last_message_at, c.id) < (${place(before.at)}, ${place(before.id)})` : '';
  return `${isShown('c')} ${narrow(filter, place)} ${later}`;
}

/** Whether the latest conversations have a page, if there is as much in all of them as in those that came first. */
function mayFill({ offset, perPage }: TimePageRequest, near: number): boolean {
  if (near === 0) return offset > 0;
  return ((offset + near) * PAGE_WALK) / PROBE > offset + perPage;
}

function tooManySearches(): AppError {
  return new AppError('service_unavailable', {
    message: 'Earlier searches of your account take too long. Search again shortly, for a longer text.',
  });
}
