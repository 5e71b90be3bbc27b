import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { NumbersModule } from '../numbers/numbers.module';
import { ProviderModule } from '../provider/provider.module';
import { MediaCopiesService } from './media-copies.service';

@Module({ imports: [NumbersModule, ProviderModule], providers: [blobStoreProvider, MediaCopiesService] })
export class MediaModule {}
