import type { User } from '@chat/contracts/gateway';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { UserEntity } from './user.entity';

export function toUser(row: UserEntity): User {
  return {
    id: row.id,
    account_id: row.accountId,
    email: row.email,
    name: row.name,
    role: row.role,
    is_operator: row.isOperator,
    second_factor: row.totpConfirmedAt !== null,
    disabled_at: toNullableTimestamp(row.disabledAt),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
