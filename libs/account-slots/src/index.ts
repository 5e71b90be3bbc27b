export { AccountSlots } from './account-slots';
