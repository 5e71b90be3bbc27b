import type { User } from '@chat/contracts/gateway';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { UserEntity } from './user.entity';

/** @param row with the user as whom the person signs in. */
export function toUser(row: UserEntity): User {
  const signIn = row.signIn ?? row;
  return {
    id: row.id,
    account_id: row.accountId,
    email: signIn.email!,
    name: row.name,
    role: row.role,
    is_operator: signIn.isOperator,
    second_factor: signIn.totpConfirmedAt !== null,
    disabled_at: toNullableTimestamp(row.disabledAt),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
