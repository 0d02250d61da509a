import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** A word's SQL: `queries.ts`, or `linkQueries.ts` for one subject. A table may also refer to another one. */
const mayJoin = /^features\/\w+\/\w+\/server\/(queries|\w+Queries|tables|\w+Tables)\.ts$/

interface Use {
  readonly file: string
  readonly code: string
  /** The names by which it imports other words' tables. */
  readonly tables: readonly string[]
}

const files = globSync('{app,features,server}/**/*.ts').filter(file => !file.endsWith('.test.ts'))

/** The files that import another word's tables, in any way. */
const uses: Use[] = files.flatMap(file => {
  const code = readFileSync(file, 'utf8')
  const imports = code.matchAll(
    /import (?:type )?\{([^}]*)\} from '(?:#features|[./]*)\/(\w+\/\w+)\/server\/(?:tables|\w+Tables)\.ts'/g,
  )
  const tables = [...imports]
    .filter(([, , feature]) => !file.startsWith(`features/${feature}/`))
    .flatMap(([, names = '']) => names.split(',').map(name => name.trim().replace(/^(type |.* as )/, '')))
    .filter(Boolean)
  return tables.length > 0 ? [{ file, code, tables }] : []
})

describe('the fence around the tables of a word', () => {
  it('lets only the queries of other words read them', () => {
    expect(uses.length).toBeGreaterThan(30)
    expect(uses.filter(({ file }) => !mayJoin.test(file)).map(({ file }) => file)).toEqual([])
  })

  it('lets no other word write them', () => {
    const written = uses.flatMap(({ file, code, tables }) =>
      tables
        .filter(table =>
          new RegExp(`\\.(insert|update|delete)\\(\\s*${table}\\b|(into|update|delete from) \\$\\{${table}\\}`).test(
            code,
          ),
        )
        .map(table => `${file} writes ${table}`),
    )
    expect(written).toEqual([])
  })
})
