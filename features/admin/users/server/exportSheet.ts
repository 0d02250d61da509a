import type { Language } from '#contract/fields.ts'
import type { Cell, SheetColumn } from '#server/sheets/sheet.ts'
import { textsIn } from '#server/texts.ts'
import type { ListedUser } from './userQueries.ts'

const columns = {
  ...{ firstname: 20, lastname: 20, email: 32, username: 20, company: 24, organisation: 24, roles: 24 },
  ...{ state: 18, tags: 28, createdAt: 20, lastLoginAt: 20, joinedAt: 20, startDate: 14, endDate: 14 },
}

/** The columns of an export, in the caller's language. Times are UTC, for programs to read. */
export const columnsOf = (language: Language): SheetColumn[] =>
  (Object.keys(columns) as (keyof typeof columns)[]).map(column => ({
    title: textsIn(language, 'users')(`columns.${column}`),
    width: columns[column],
  }))

/** The file's name without its extension. */
export const exportName = (language: Language, on: Date): string =>
  `${textsIn(language, 'users')('file')}-${on.toISOString().slice(0, 10)}`

/** Makes the row of a user. Texts are looked up once, because a file may have fifty thousand rows. */
export function rowsIn(language: Language): (person: ListedUser) => Cell[] {
  const t = textsIn(language, 'users')
  const [roles, states] = [t('roles', { returnObjects: true }), t('states', { returnObjects: true })]
  return person => [
    person.firstname,
    person.lastname,
    person.email,
    person.username ?? '',
    person.companyName,
    person.organisationName,
    person.roles.map(role => roles[role] ?? role).join(', '),
    states[person.state],
    person.tags.map(({ name }) => name).join(', '),
    person.createdAt,
    person.lastLoginAt,
    person.joinedAt,
    person.startDate ?? '',
    person.endDate ?? '',
  ]
}
