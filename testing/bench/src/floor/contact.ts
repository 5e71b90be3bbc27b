import { timestamp } from './envelope';

/** A row of `floor.contacts`. */
export interface ContactRow {
  id: number;
  firstname: string;
  lastname: string | null;
  mobile_code: string;
  mobile: string;
  marketing_opted_out: boolean;
  created_at: Date;
  updated_at: Date;
}

export const CONTACT_COLUMNS =
  'id, firstname, lastname, mobile_code, mobile, marketing_opted_out, created_at, updated_at';

/** The contact as the API returns it. */
export function toContact(row: ContactRow): object {
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    mobile_code: row.mobile_code,
    mobile: row.mobile,
    phone: row.mobile_code + row.mobile,
    marketing_opted_out: row.marketing_opted_out,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}
