export * from './dead-letter.dto';
export * from './operations';
