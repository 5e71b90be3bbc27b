import { AppError } from '@chat/errors';
import type { EndpointEntity } from './endpoint.entity';

/** @throws AppError `conflict` if the endpoint is disabled, since nothing is sent to it. */
export function demandActive({ status }: Pick<EndpointEntity, 'status'>): void {
  if (status === 'active') return;
  throw new AppError('conflict', { message: 'The endpoint is disabled. Enable it first.' });
}
