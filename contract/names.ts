/** The two parts of a person's name, as they were entered; each may be empty. */
export interface NameParts {
  readonly firstname: string
  readonly lastname: string
}

/** What PostgreSQL and JavaScript both read as: nothing but Chinese characters. */
export const CHINESE_ONLY = '^[\u3400-\u4dbf\u4e00-\u9fff]+$'
const chinese = new RegExp(CHINESE_ONLY)

/**
 * [ENT-039] First and last name; a name of which both parts are Chinese has its family name first, and no space.
 * Empty when both parts are. On the server, `fullNameOf` of `server/db/names.ts` says the same in SQL.
 */
export function fullName({ firstname, lastname }: NameParts): string {
  const [first, last] = [firstname.trim(), lastname.trim()]
  return chinese.test(first) && chinese.test(last) ? last + first : `${first} ${last}`.trim()
}
