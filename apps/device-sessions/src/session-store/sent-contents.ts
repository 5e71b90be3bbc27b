import { Injectable } from '@nestjs/common';

@Injectable()
export class SentContents {
  find(_: number, __: number, ___: string): Promise<Uint8Array | null> {
    return Promise.resolve(null);
  }
}
