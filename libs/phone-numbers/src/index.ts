export {
  canonicalPhone,
  phoneSpellings,
  phoneVariants,
  readInternational,
  splitInternational,
  toInternational,
} from './phone-number.rules';
