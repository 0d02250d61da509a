import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rawCall } from '#testing/rawCall.ts'
import { startStack } from '#testing/startStack.ts'
import { createFirstAccount } from './firstAccount.ts'

describe('createFirstAccount', () => {
  it('creates one superadmin in an empty database, though two servers start at once', async () => {
    const fresh = await startStack()
    await fresh.db.execute(sql`truncate organisation cascade`)
    const first = () => createFirstAccount(fresh.db, { email: 'Superadmin@localhost', password: 'kw7 harbour mx29' })
    const answers = await Promise.all([first(), first(), first()])
    expect(answers.map(({ created }) => created).sort()).toEqual([false, false, true])
    expect(await first()).toEqual({ created: false })
    const { rows } = await fresh.db.execute(
      sql`select a.username, a.email, o.name from account a join organisation o on o.id = a.organisation_id`,
    )
    expect(rows).toEqual([{ username: 'superadmin', email: 'superadmin@localhost', name: 'Rostrum' }])
    const signedIn = await rawCall(fresh.app, 'signIn', {
      grant_type: 'password',
      username: 'superadmin',
      password: 'kw7 harbour mx29',
    })
    expect(signedIn.status).toBe(200)
    await fresh.stop()
  })
})
