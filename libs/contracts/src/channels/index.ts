export * from './channel.dto';
export * from './events';
export * from './notices';
export * from './operations';
