import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox, type SecretConfig, secretKeysOf } from '@chat/service-kit';
import type { Credentials, NumberRow, OpenNumber } from './number.row';
import { sealedCredentials } from './sealed-credentials';

/** Seals and unseals the credentials of numbers. */
@Injectable()
export class OpenNumbers {
  private readonly box: SecretBox;

  constructor(@Inject(CONFIG) config: SecretConfig) {
    this.box = new SecretBox(secretKeysOf(config), sealedCredentials.purpose);
  }

  open(row: NumberRow): OpenNumber {
    const { account_id: accountId, channel_id: channelId } = row;
    return {
      accountId,
      channelId,
      wabaId: row.waba_id,
      phoneNumberId: row.phone_number_id,
      isCoexistence: row.is_coexistence,
      token: this.unseal(accountId, channelId, row.credentials).token,
      credentialsVersion: row.credentials_version,
    };
  }

  seal(accountId: number, channelId: number, credentials: Credentials): Buffer {
    return this.box.seal(JSON.stringify(credentials), sealedCredentials.contextOf([accountId, channelId]));
  }

  unseal(accountId: number, channelId: number, sealed: Buffer): Credentials {
    return JSON.parse(
      this.box.open(sealed, sealedCredentials.contextOf([accountId, channelId])),
    ) as Credentials;
  }
}
