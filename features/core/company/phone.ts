import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * [RULE-071] A company's telephone number in E.164: typed with its country's code, or as in the company's country.
 * Numbering plans change each month, so only a number that is impossible is undefined. Empty stays empty.
 */
export function phoneOf(typed: string, country: string): string | undefined {
  if (!typed) return ''
  const international = typed.normalize('NFKC').replace(/^00(?=[1-9])/, '+')
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(international, home)
  return number?.isPossible() && !number.ext ? number.number : undefined
}
