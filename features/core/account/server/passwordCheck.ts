import { barePasswords, brokenPasswordRules, type PasswordRule } from '#features/core/account/passwordRules.ts'

let leaked: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords that have leaked and are tried first: 6 MB, read when a password is first set. */
const leakedPasswords = (): Promise<ReadonlySet<string>> => {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return leaked
}

/** What others know of a person, so that their password must not be made of it. */
export interface Owner {
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
  readonly username?: string | null | undefined
  readonly email?: string | undefined
  readonly companyName?: string | undefined
}

/**
 * The first rule that a new password breaks; undefined for one that may be set. Every call that sets a password asks
 * this: beside the rules that browser and server share, it knows the passwords that have leaked.
 */
export async function refusedPassword(password: string, owner: Owner = {}): Promise<PasswordRule | undefined> {
  const { firstname = '', lastname = '', username, email = '', companyName = '' } = owner
  const [broken] = brokenPasswordRules(password, [firstname, lastname, username ?? '', email, companyName])
  if (broken) return broken
  return (await isLeaked(password)) ? 'tooCommon' : undefined
}

/** As it is in the list, or one of the list with a few signs and digits put around it. */
async function isLeaked(password: string): Promise<boolean> {
  const known = await leakedPasswords()
  const plain = password.trim().normalize('NFKC').toLowerCase()
  const bare = barePasswords(plain).filter(word => word.length * 2 >= plain.length)
  return [plain, plain.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, ''), ...bare].some(word => known.has(word))
}
