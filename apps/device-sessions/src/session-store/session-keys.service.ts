import { Injectable } from '@nestjs/common';
import type { KeyChange } from '../engines/device-engine';
import type { Tenure } from './session.row';

@Injectable()
export class SessionKeys {
  read(
    _: Tenure,
    __: string,
    ___: readonly string[],
    ____: AbortSignal,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    return Promise.resolve(new Map());
  }

  write(_: Tenure, __: readonly KeyChange[]): Promise<void> {
    return Promise.resolve();
  }
}
