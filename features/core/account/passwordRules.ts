/** [RULE-005, RULE-006, CONST-029] Characters. */
export const passwordLength = { least: 8, most: 64 } as const

/** The rules of a password, in the order in which they are shown; browser and server name them the same. */
export const passwordRules = [
  'tooShort',
  'tooLong',
  'noDigit',
  'noLowercase',
  'illegalCharacter',
  'fourRepeating',
  'fourSequential',
  'tooCommon',
  'personal',
] as const
export type PasswordRule = (typeof passwordRules)[number]

/**
 * The rules that a password breaks (RULE-005 to RULE-011); none for a good one. Spaces at its ends do not count. `own`
 * is what others know of its owner: names, email address, company. The server also looks in a list of passwords that
 * have leaked (server/passwordCheck.ts) and calls one of those `tooCommon`.
 */
export function brokenPasswordRules(password: string, own: readonly string[] = []): PasswordRule[] {
  const trimmed = password.trim()
  return passwordRules.filter(rule => breaks[rule](trimmed, own))
}

const breaks: Readonly<Record<PasswordRule, (password: string, own: readonly string[]) => boolean>> = {
  tooShort: password => [...password].length < passwordLength.least,
  tooLong: password => [...password].length > passwordLength.most,
  noDigit: password => !/[0-9]/.test(password),
  noLowercase: password => !/\p{Ll}/u.test(password),
  // Invisible characters and ones that cannot be typed: control and format characters, halves of a character, line breaks.
  illegalCharacter: password => /[\p{C}\p{Zl}\p{Zp}]/u.test(password),
  fourRepeating: password => /(.)\1{3}/su.test(password),
  fourSequential: hasFourSequential,
  tooCommon: isCommon,
  personal: isPersonal,
}

/** Letters and digits that have to be left of a password without the words that others know of its owner. */
const LEFT_LEAST = 6

/** A person's own name or company with a few signs around it: `Okafor2026!`. */
function isPersonal(password: string, own: readonly string[]): boolean {
  const words = own.flatMap(text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(word => word.length >= 3)
  const plain = password.toLowerCase()
  const left = words.sort((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ' '), plain)
  return left !== plain && left.replace(/[^\p{L}\p{N}]/gu, '').length < LEFT_LEAST
}

/** abcd, 4321, wXyZ: four letters or digits that follow each other, up or down. */
function hasFourSequential(password: string): boolean {
  const signs = password.toLowerCase()
  for (let at = 0; at + 4 <= signs.length; at++) {
    const four = signs.slice(at, at + 4)
    if (!/^([a-z]{4}|[0-9]{4})$/.test(four)) continue
    const steps = [1, 2, 3].map(next => four.charCodeAt(next) - four.charCodeAt(next - 1))
    if (steps.every(step => step === 1) || steps.every(step => step === -1)) return true
  }
  return false
}

/** A word that everyone tries first, dressed up: `P@ssw0rd1!`, `welcome2026`, `1q2w3e4r`. */
function isCommon(password: string): boolean {
  return commonPatterns.has(password.toLowerCase()) || barePasswords(password).some(bare => commonWords.has(bare))
}

/** What a password is without its disguise: signs at its ends, digits for letters. `P@ssw0rd1!` is `password`. */
export function barePasswords(password: string): string[] {
  const core = password.toLowerCase().replace(/^[^a-z@$]+|(?<![^a-z@$])[^a-z@$]+$/g, '')
  const letters = core.replace(/[^a-z]/g, sign => disguises[sign] ?? sign)
  return [core, letters, letters.replace(/[^a-z]/g, '')]
}

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const commonPatterns = new Set(
  `1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1xsw2 qaz123wsx 123qweasd 123qweasdzxc
  qwe123qwe qwe123asd asd123asd abc123abc a1b2c3d4 aa123123 abc12312 123abc123 12qwaszx 1a2b3c4d 1qazxsw2 qwer1357
  woaini520 woaini1314 5201314a a5201314 love1314 blink182 ncc1701d rush2112 jordan23`.split(/\s+/),
)

const commonWords = new Set(
  `password passwort passwords passphrase passcode welcome letmein trustno qwerty qwertyu qwertyuiop qwertz azerty
  asdfgh asdfghjkl asdf zxcvbn zxcvbnm qazwsx qweasd qweasdzxc admin administrator root superuser superadmin user
  guest test tester testing demo default changeme secret login master monkey dragon football baseball basketball
  soccer hockey sunshine princess iloveyou iloveu loveyou lovely shadow superman batman spiderman starwars pokemon
  michael jordan jennifer jessica ashley daniel charlie thomas robert andrew joshua matthew hunter ranger harley
  buster killer pepper ginger summer winter spring autumn flower cookie cheese chocolate banana computer internet
  samsung google microsoft apple android windows whatever freedom mustang corvette ferrari mercedes porsche yankees
  liverpool chelsea arsenal barcelona maggie bailey tigger purple orange silver golden diamond hello hellohello
  angel angels blessed jesus heaven america london money million business company investor invest pitch pitches
  presenter rostrum console woaini woaiwo zhang wang`.split(/\s+/),
)
