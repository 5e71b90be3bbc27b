/**
 * The bytes that are signed of the delivery `d`; null once erased. A delivery keeps them itself, unless it shares them
 * with others of the same event: then its own column is empty.
 */
export const PAYLOAD = `CASE WHEN d.payload = '' THEN (
  SELECT shared.payload FROM webhooks.shared_payloads shared
  WHERE shared.account_id = d.account_id AND shared.id = d.shared_payload_id) ELSE d.payload END`;
