import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@chat/errors';
import { CONFIG, SecretBox, secretKeysOf } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { sealedSignUps } from './sealed-sign-ups';
import type { SignUpRow } from './sign-up.row';
import { SignUpsRepository } from './sign-ups.repository';

/** The sealed part of a sign-up. */
export interface SignUpCredentials {
  token: string;
  /** When the token expires by the answer that it came with, in ISO 8601; absent if that says nothing. */
  expiresAt?: string;
  /** The PIN for registering the number. */
  pin: string;
  /** Whether a person gave it; otherwise it is generated, for a number without one. */
  isPinGiven?: boolean;
}

/** A sign-up whose code was exchanged. */
export interface OpenSignUp {
  row: SignUpRow;
  credentials: SignUpCredentials;
}

/** The sign-ups whose code was exchanged, with their sealed credentials. */
@Injectable()
export class OpenSignUps {
  private readonly box: SecretBox;

  constructor(
    @Inject(CONFIG) config: CloudConnectorConfig,
    private readonly signUps: SignUpsRepository,
  ) {
    this.box = new SecretBox(secretKeysOf(config), sealedSignUps.purpose);
  }

  /** @throws AppError `conflict` with the reason `sign_up_over`. */
  async open(accountId: number, id: number): Promise<OpenSignUp> {
    const row = await this.signUps.find(accountId, id);
    if (!row?.credentials) throw signUpOver();
    return { row, credentials: this.unseal(row, row.credentials) };
  }

  async keep(accountId: number, id: number, credentials: SignUpCredentials): Promise<void> {
    const sealed = this.box.seal(JSON.stringify(credentials), sealedSignUps.contextOf([accountId, id]));
    await this.signUps.setCredentials(accountId, id, sealed);
  }

  unseal({ account_id, id }: SignUpRow, sealed: Buffer): SignUpCredentials {
    return JSON.parse(this.box.open(sealed, sealedSignUps.contextOf([account_id, id]))) as SignUpCredentials;
  }
}

export function signUpOver(): AppError {
  const message = 'The sign-up with the provider is over. Sign up again.';
  return new AppError('conflict', { reason: 'sign_up_over', message });
}
