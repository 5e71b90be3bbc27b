export * from './channel-purge';
export * from './deleted-channels';
export * from './table';
