import { Deleted, operation } from '..';
import {
  AccountAssets,
  AssetRef,
  CreateCtaUrl,
  CreateInteractiveList,
  CtaUrlList,
  CtaUrlResult,
  InteractiveListList,
  InteractiveListResult,
} from './asset.dto';

/** The assets that an account stores for its sends. They are managed by the admin tool. */

export const createCtaUrl = operation({
  subject: 'rpc.messaging.cta-url.create',
  effect: 'write',
  body: CreateCtaUrl,
  output: CtaUrlResult,
});

export const listCtaUrls = operation({
  subject: 'rpc.messaging.cta-url.list',
  effect: 'read',
  body: AccountAssets,
  output: CtaUrlList,
});

export const deleteCtaUrl = operation({
  subject: 'rpc.messaging.cta-url.delete',
  effect: 'write',
  body: AssetRef,
  output: Deleted,
});

export const createInteractiveList = operation({
  subject: 'rpc.messaging.interactive-list.create',
  effect: 'write',
  body: CreateInteractiveList,
  output: InteractiveListResult,
});

export const listInteractiveLists = operation({
  subject: 'rpc.messaging.interactive-list.list',
  effect: 'read',
  body: AccountAssets,
  output: InteractiveListList,
});

export const deleteInteractiveList = operation({
  subject: 'rpc.messaging.interactive-list.delete',
  effect: 'write',
  body: AssetRef,
  output: Deleted,
});
