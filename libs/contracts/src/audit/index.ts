export * from './audit.dto';
export { actionOf } from './action';
export * from './events';
export { keptMembers, keptOf, type KeptChange } from './kept-members';
