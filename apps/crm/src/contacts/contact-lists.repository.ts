import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { COUNT_LIMIT, type readIdPage } from '@chat/service-kit';
import type { VisibleContact } from './contact.mapper';
import { termQuery } from './search-text.rules';

type IdPage = ReturnType<typeof readIdPage>;

const COLUMNS = `id, firstname, lastname, mobile_code AS "mobileCode", mobile,
  marketing_opted_out AS "marketingOptedOut", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** How many of the newest contacts a search walks through before it turns to the index: a few milliseconds of work. */
const PAGE_WALK = 5_000;
const COUNT_WALK = 2 * COUNT_LIMIT;

/**
 * Contacts newest first, all or those whose search text contains a fragment.
 *
 * A search has two ways. A fragment that many contacts have is found soonest by walking through the newest ones, where
 * the index would give hundreds of thousands to be sorted. One that few have would walk through the whole account, and
 * the index has it at once. Which it is nobody knows before, and statistics err where it hurts; so every search walks
 * a bounded stretch and asks the index if that was not enough. Either way costs the same at any depth of the list.
 */
@Injectable()
export class ContactListsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The contacts of a page and one more, which tells of a next page. */
  async page(accountId: number, fragment: string, page: IdPage): Promise<VisibleContact[]> {
    if (fragment === '') return this.newest(accountId, page);
    const walked = await this.walk(accountId, fragment, page);
    return walked.length > page.perPage ? walked : this.lookUp(accountId, fragment, page);
  }

  /** How many there are; exact up to `COUNT_LIMIT`, and one more when there are more. */
  async count(accountId: number, fragment: string): Promise<number> {
    if (fragment === '') return this.countNewest(accountId);
    const walked = await this.countWalking(accountId, fragment);
    return walked > COUNT_LIMIT ? walked : this.countLookingUp(accountId, fragment);
  }

  private newest(accountId: number, page: IdPage): Promise<VisibleContact[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM crm.contacts WHERE account_id = $1 AND id < $2
       ORDER BY id DESC OFFSET $3 LIMIT $4`,
      [accountId, ...boundsOf(page)],
    );
  }

  private walk(accountId: number, fragment: string, page: IdPage): Promise<VisibleContact[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM crm.contacts WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT ${PAGE_WALK}
       ) AS newest
       WHERE strpos(search_text, $5) > 0 ORDER BY id DESC OFFSET $3 LIMIT $4`,
      [accountId, ...boundsOf(page), fragment],
    );
  }

  /** MATERIALIZED: sorting comes after the index, never instead of it. */
  private lookUp(accountId: number, fragment: string, page: IdPage): Promise<VisibleContact[]> {
    return this.dataSource.query(
      `WITH matches AS MATERIALIZED (
         SELECT * FROM crm.contacts WHERE account_id = $1 AND id < $2
           AND crm.search_terms(account_id, search_text) @@ $6::tsquery AND strpos(search_text, $5) > 0
       )
       SELECT ${COLUMNS} FROM matches ORDER BY id DESC OFFSET $3 LIMIT $4`,
      [accountId, ...boundsOf(page), fragment, termQuery(accountId, fragment)],
    );
  }

  private countNewest(accountId: number): Promise<number> {
    return this.countOf(
      `SELECT FROM crm.contacts WHERE account_id = $1 ORDER BY id DESC LIMIT ${COUNT_LIMIT + 1}`,
      [accountId],
    );
  }

  private countWalking(accountId: number, fragment: string): Promise<number> {
    return this.countOf(
      `SELECT FROM (
         SELECT search_text FROM crm.contacts WHERE account_id = $1 ORDER BY id DESC LIMIT ${COUNT_WALK}
       ) AS newest
       WHERE strpos(search_text, $2) > 0 LIMIT ${COUNT_LIMIT + 1}`,
      [accountId, fragment],
    );
  }

  private countLookingUp(accountId: number, fragment: string): Promise<number> {
    return this.countOf(
      `SELECT FROM crm.contacts WHERE account_id = $1
         AND crm.search_terms(account_id, search_text) @@ $3::tsquery AND strpos(search_text, $2) > 0
       LIMIT ${COUNT_LIMIT + 1}`,
      [accountId, fragment, termQuery(accountId, fragment)],
    );
  }

  private async countOf(rows: string, values: unknown[]): Promise<number> {
    const [row]: [{ count: number }] = await this.dataSource.query(
      `SELECT count(*)::integer AS count FROM (${rows}) AS counted`,
      values,
    );
    return row.count;
  }
}

function boundsOf({ afterId, offset, perPage }: IdPage): [before: number, offset: number, limit: number] {
  return [afterId ?? Number.MAX_SAFE_INTEGER, offset, perPage + 1];
}
