import type { Client } from 'pg';
import { withoutIndexes } from '../without-indexes';

/** Names, with the form by which they are searched. */
const FIRST_NAMES = [
  ['Maria', 'MARIA'],
  ['José', 'JOSE'],
  ['Ana', 'ANA'],
  ['João', 'JOAO'],
  ['Zoë', 'ZOE'],
  ['Lukas', 'LUKAS'],
  ['Giulia', 'GIULIA'],
  ['Søren', 'SOREN'],
  ['Иван', 'ИВАН'],
  ['Олена', 'ОЛЕНА'],
  ['小明', '小明'],
  ['محمد', 'محمد'],
] as const;
const LAST_NAMES = [
  ['Silva', 'SILVA'],
  ['García', 'GARCIA'],
  ['Müller', 'MULLER'],
  ['Nguyễn', 'NGUYEN'],
  ['Öztürk', 'OZTURK'],
  ['Петров', 'ПЕТРОВ'],
  ['王', '王'],
  ['Kowalski', 'KOWALSKI'],
  ['Smith', 'SMITH'],
  ['Rossi', 'ROSSI'],
] as const;

export interface Population {
  /** Number of contacts in the one large account. */
  large: number;
  accounts: number;
  /** Number of contacts in each of the many accounts. */
  each: number;
}

export const LARGE_ACCOUNT = 1;
export const FIRST_OF_MANY = 1_001;

/**
 * Every other contact belongs to the large account, the rest to the others in turn. Names repeat, but each last name
 * has a unique part: `1A2B3C`. Every 20,000th contact is called 龘.
 */
export async function seedContacts(client: Client, { large, accounts, each }: Population): Promise<void> {
  await withoutIndexes(client, ['crm.contacts'], async () => {
    await client.query(
      `INSERT INTO crm.contacts (account_id, firstname, lastname, mobile_code, mobile, canonical_phone,
         marketing_opted_out, search_text, version, created_at, updated_at)
       SELECT account_id, firsts[f], lasts[l] || own, '1', number, '1' || number, false,
         folded_firsts[f] || ' ' || folded_lasts[l] || own || E'\\n1' || number || E'\\n', 1, now(), now()
       FROM (
         SELECT CASE WHEN n % 2 = 0 OR n / 2 >= $6 THEN ${LARGE_ACCOUNT} ELSE ${FIRST_OF_MANY} + n / 2 % $7 END AS account_id,
           1 + (hashint8(n) & 65535) % cardinality($1::text[]) AS f, 1 + (hashint8(-n) & 65535) % cardinality($3::text[]) AS l,
           ' ' || upper(substr(md5(n::text), 1, 6)) || CASE WHEN n % 20000 < 2 THEN ' 龘' ELSE '' END AS own,
           (2000000000 + (n * 7919) % 7999999993)::text AS number
         FROM generate_series(0::bigint, $5::bigint - 1) AS n
         WHERE n % 2 = 0 OR n / 2 < $6
         ORDER BY n
       ) AS contact, (SELECT $1::text[] AS firsts, $2::text[] AS folded_firsts,
         $3::text[] AS lasts, $4::text[] AS folded_lasts) AS names`,
      [
        FIRST_NAMES.map(([name]) => name),
        FIRST_NAMES.map(([, folded]) => folded),
        LAST_NAMES.map(([name]) => name),
        LAST_NAMES.map(([, folded]) => folded),
        2 * large,
        accounts * each,
        accounts,
      ],
    );
  });
  await client.query('VACUUM ANALYZE crm.contacts');
}
