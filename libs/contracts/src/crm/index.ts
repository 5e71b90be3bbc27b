export * from './contact.dto';
export * from './events';
export * from './operations';
