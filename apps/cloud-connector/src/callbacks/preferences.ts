import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { publishPreference } from '../numbers/number-findings';
import type { Entry } from '../envelopes/entry';
import { readPreference } from './preferences.rules';

/** Reports marketing preferences that people set at the provider. */
@Injectable()
export class Preferences {
  apply(entries: Entry[], tx: Transaction): void {
    const now = new Date();
    for (const entry of entries) {
      const preference = readPreference(entry, now);
      if (preference) publishPreference(tx, entry.number, preference);
    }
  }
}
