import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * [RULE-030] A telephone number in E.164, however it was typed: with its country's code, and of a length and beginning
 * that the country has. Undefined for anything else.
 */
export function mobileNumber(typed: string): string | undefined {
  const international = typed.trim().replace(/^00(?=[1-9])/, '+')
  const number = international.startsWith('+') ? parsePhoneNumberFromString(international) : undefined
  return number?.isValid() && !number.ext ? number.number : undefined
}
