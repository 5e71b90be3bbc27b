export * from './channel.dto';
export * from './events';
export * from './operations';
