export {
  asGiven,
  canonicalPhone,
  isDialCode,
  phoneSpellings,
  phoneVariants,
  readInternational,
  splitInternational,
  toInternational,
} from './phone-number.rules';
export { searchedDigits, writtenForms, type SearchedDigits } from './phone-search.rules';
