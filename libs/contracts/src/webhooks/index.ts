export * from './operations';
export * from './webhook.dto';
