import { randomUUID } from 'node:crypto';

export function success(data: object, meta: object = {}): object {
  return { ok: true, data, meta: { request_id: randomUUID(), ...meta } };
}

export function timestamp(moment: Date | null): string | null {
  return moment && moment.toISOString().replace('Z', '+00:00');
}
