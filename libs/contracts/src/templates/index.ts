export * from './events';
export * from './notices';
export * from './operations';
export * from './send-blockers';
export * from './template.dto';
export * from './template-to-send.dto';
