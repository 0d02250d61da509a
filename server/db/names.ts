import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { CHINESE_ONLY } from '#contract/names.ts'

interface NameColumns {
  readonly firstname: AnyColumn | SQL
  readonly lastname: AnyColumn | SQL
}

const chinese = sql.raw(`'${CHINESE_ONLY}'`)

/** `fullName` of `contract/names.ts` in SQL: first and last name, a Chinese one with its family name first. */
export const fullNameOf = ({ firstname, lastname }: NameColumns): SQL<string> =>
  sql<string>`case when ${firstname} ~ ${chinese} and ${lastname} ~ ${chinese} then ${lastname} || ${firstname}
    else trim(${firstname} || ' ' || ${lastname}) end`
