/** What was typed, without what keyboards and copies add: full-width digits, spaces and hyphens. */
const plain = (typed: string): string => typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')

const socialCreditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** GB 32100-2015: eighteen characters, the last of which checks the others by powers of three, modulo 31. */
function isSocialCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const character of code.slice(0, 17)) {
    sum += socialCreditAlphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return socialCreditAlphabet[(31 - (sum % 31)) % 31] === code[17]
}

/** The registration number of business licenses of before 2015: fourteen digits, checked by ISO 7064 MOD 11,10. */
function isOldRegistrationNumber(code: string): boolean {
  if (!/^\d{15}$/.test(code)) return false
  let product = 10
  for (const digit of code.slice(0, 14)) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return (11 - product) % 10 === Number(code[14])
}

/** A number of another country: letters and digits, of which one is a digit. */
const isPlainNumber = (number: string): boolean => /^(?=.*\d)[\p{L}\p{N}./]{4,30}$/u.test(number)

/** [RULE-066] A business license number as its country writes it; undefined for one that cannot be right. */
export function licenceNumberOf(typed: string, country: string): string | undefined {
  const number = plain(typed)
  const isRight =
    country === 'CN' ? isSocialCreditCode(number) || isOldRegistrationNumber(number) : isPlainNumber(number)
  return isRight ? number : undefined
}

const provinces = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|9[1-9])/
const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11643-1999: region, date of birth and sequence, checked by ISO 7064 MOD 11-2. */
function isResidentNumber(number: string, today: Date): boolean {
  if (!/^\d{17}[\dX]$/.test(number) || !provinces.test(number)) return false
  const [year, month, day] = [number.slice(6, 10), number.slice(10, 12), number.slice(12, 14)].map(Number) as [
    number,
    number,
    number,
  ]
  const born = new Date(Date.UTC(year, month - 1, day))
  const isDay = born.getUTCFullYear() === year && born.getUTCMonth() === month - 1 && born.getUTCDate() === day
  if (!isDay || year < 1900 || born > today) return false
  const sum = idWeights.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return '10X98765432'[sum % 11] === number[17]
}

/** An identity card number as its country writes it; undefined for one that cannot be right. */
export function idCardNumberOf(typed: string, country: string, today: Date): string | undefined {
  const number = plain(typed)
  const isRight = country === 'CN' ? isResidentNumber(number, today) : isPlainNumber(number)
  return isRight ? number : undefined
}

/** A number of which only the last four characters are shown. */
export const masked = (lastFour: string): string => `••••${lastFour}`
