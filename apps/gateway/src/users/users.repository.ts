import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { scopesOfRoles, type Role } from '@chat/contracts';
import type { Person } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { COUNT_LIMIT, LONGEST_PAGE, type PageRequest } from '@chat/lists';
import { violates } from '@chat/service-kit';
import { GrantsRepository } from '../grants/grants.repository';
import { SessionsRepository } from '../sessions/sessions.repository';
import { SignInsRepository, type UserKey } from '../sign-ins/sign-ins.repository';
import { UserEntity } from './user.entity';

/** Identifies a user, by id or email address. */
export type UserName = { id: number } | { email: string };
/** Without a role, the table gives one. */
export type NewUser = Pick<UserEntity, 'email' | 'name' | 'passwordHash'> & { role?: Role };

const WITH_SIGN_IN = { signIn: true } as const;

/** A user who is disabled already keeps the date. */
const FROM_NOW = () => 'coalesce(disabled_at, now())';

@Injectable()
export class UsersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsRepository,
    private readonly grants: GrantsRepository,
    private readonly signIns: SignInsRepository,
  ) {}

  /** @throws AppError `validation_error` if the account does not exist, `conflict` if the address is taken. */
  async insert(accountId: number, user: NewUser, outer = this.dataSource.manager): Promise<UserEntity> {
    try {
      return await outer.transaction(async (manager) => {
        const { identifiers } = await manager.insert(UserEntity, { accountId, ...user });
        return manager.findOneByOrFail(UserEntity, identifiers[0] as Pick<UserEntity, 'accountId' | 'id'>);
      });
    } catch (error) {
      if (violates(error, 'users_account')) throw invalid('account_id', 'No account has this identifier.');
      throw violates(error, 'users_email') ? takenAddress() : error;
    }
  }

  find(accountId: number, id: number, manager = this.dataSource.manager): Promise<UserEntity | null> {
    return manager.findOne(UserEntity, { where: { accountId, id }, relations: WITH_SIGN_IN });
  }

  findByName(name: UserName, manager = this.dataSource.manager): Promise<UserEntity | null> {
    return manager.findOne(UserEntity, { where: name, relations: WITH_SIGN_IN });
  }

  /** Returns a page of those who are not disabled plus one, newest first. */
  page(
    accountId: number,
    { perPage, offset, afterId }: PageRequest & { afterId: number | null },
  ): Promise<Person[]> {
    const values: unknown[] = [accountId, perPage + 1];
    const place = (value: unknown) => `$${values.push(value)}`;
    return this.dataSource.query(
      `SELECT id, name FROM (
         SELECT id, name FROM gateway.users
         WHERE account_id = $1 AND disabled_at IS NULL ${afterId === null ? '' : `AND id < ${place(afterId)}`}
         ORDER BY id DESC LIMIT ${LONGEST_PAGE} ${offset > 0 ? `OFFSET ${place(offset)}` : ''}) AS newest
       ORDER BY id DESC LIMIT $2`,
      values,
    );
  }

  /** Counts those who are not disabled, up to the limit of list totals. */
  async count(accountId: number): Promise<number> {
    const [row]: [{ total: number }] = await this.dataSource.query(
      `SELECT count(*)::integer AS total FROM (
         SELECT FROM gateway.users WHERE account_id = $1 AND disabled_at IS NULL LIMIT ${COUNT_LIMIT + 1}) AS counted`,
      [accountId],
    );
    return row.total;
  }

  /** Returns up to `limit` users of the account, oldest first. */
  findAll(accountId: number, limit: number): Promise<UserEntity[]> {
    return this.users.find({
      where: { accountId },
      order: { id: 'ASC' },
      take: limit,
      relations: WITH_SIGN_IN,
    });
  }

  /** Null if the user does not exist. */
  async passwordHashOf({ accountId, id }: UserKey): Promise<string | null> {
    const user = await this.users.findOne({
      select: { accountId: true, id: true, passwordHash: true },
      where: { accountId, id },
    });
    return user?.passwordHash ?? null;
  }

  /** @throws AppError `conflict` if the user is to be an operator and has no second factor. */
  async setOperator(user: UserKey, isOperator: boolean, manager: EntityManager): Promise<void> {
    const { accountId, id } = await this.signIns.of(user, manager);
    try {
      await manager.update(UserEntity, { accountId, id }, { isOperator, updatedAt: () => 'now()' });
    } catch (error) {
      throw violates(error, 'users_operator') ? withoutFactor() : error;
    }
  }

  async setName(
    { accountId, id }: Pick<UserEntity, 'accountId' | 'id'>,
    name: string | null,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE gateway.users SET name = $3, updated_at = now()
       WHERE account_id = $1 AND id = $2 AND name IS DISTINCT FROM $3`,
      [accountId, id, name],
    );
  }

  /**
   * Ends the person's sessions and grants in all accounts, in the same transaction.
   * @param except a session that goes on.
   */
  async setPassword(
    user: UserKey,
    passwordHash: string,
    except: number | null,
    manager: EntityManager,
  ): Promise<void> {
    const signIn = await this.signIns.of(user, manager);
    await manager.update(UserEntity, key(signIn), { passwordHash, updatedAt: () => 'now()' });
    // Whoever joins another account meanwhile has waited for the row.
    for (const one of await this.signIns.usersOf(signIn, manager)) {
      await this.sessions.endAccess(one, manager, except);
    }
  }

  /** Also ends the user's sessions and grants. A disabled user keeps the date. */
  async disable(user: UserEntity, manager: EntityManager): Promise<void> {
    // Locks the row first, so that no concurrent sign-in or consent succeeds.
    await manager.update(UserEntity, key(user), { disabledAt: FROM_NOW, updatedAt: () => 'now()' });
    await this.sessions.endAccess(user, manager);
  }

  /**
   * Changes the role, and takes from the user's grants what it does not include; disables or enables the user.
   * @param check throws if the user, as they are now, must not be changed.
   * @throws AppError `conflict` if the account would have no owner who can sign in.
   */
  async change(
    { accountId, id }: UserEntity,
    { role, disabled }: { role?: Role; disabled?: boolean },
    check: (current: UserEntity) => void,
    manager: EntityManager,
  ): Promise<void> {
    const name = { accountId, id };
    const hadOwner = await this.lockOwners(accountId, manager);
    const current = await manager.findOneByOrFail(UserEntity, name);
    check(current);
    if (isAlready(current, { role, disabled })) return;
    const disabledAt = disabled === undefined ? undefined : disabled ? FROM_NOW : null;
    await manager.update(UserEntity, name, { role, disabledAt, updatedAt: () => 'now()' });
    if (hadOwner && !(await this.hasOwner(accountId, manager))) throw lastOwner();
    if (role) await this.grants.cutTo({ accountId, userId: id }, scopesOfRoles[role], manager);
    if (disabled) await this.sessions.endAccess(name, manager);
  }

  /** Whoever may take away an owner waits here for others who do, and sees what they did. */
  private async lockOwners(accountId: number, manager: EntityManager): Promise<boolean> {
    await manager.query('SELECT FROM gateway.accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    return this.hasOwner(accountId, manager);
  }

  private hasOwner(accountId: number, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(UserEntity, { accountId, role: 'owner', disabledAt: IsNull() });
  }

  private get users() {
    return this.dataSource.getRepository(UserEntity);
  }
}

function key({ accountId, id }: UserKey): UserKey {
  return { accountId, id };
}

function isAlready(
  user: UserEntity,
  { role = user.role, disabled }: { role?: Role; disabled?: boolean },
): boolean {
  const isDisabled = user.disabledAt !== null;
  return role === user.role && (disabled ?? isDisabled) === isDisabled;
}

function takenAddress(): AppError {
  return new AppError('conflict', {
    message: 'A user with this address already exists. Choose another address.',
  });
}

function withoutFactor(): AppError {
  return new AppError('conflict', {
    message: 'This person has no second factor. Only somebody who has set one up can be an operator.',
  });
}

function lastOwner(): AppError {
  return new AppError('conflict', {
    message: 'This is the last owner of the account. Make somebody else an owner first.',
  });
}
