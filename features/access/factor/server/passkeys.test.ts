import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshAddress, passwordIn } from '#testing/factors.ts'
import { softPasskey } from '#testing/passkey.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { factor, passkeyChallenge } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'coHost'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(factor)
})

type Key = ReturnType<typeof softPasskey>
async function setKey(key: Key, name: PersonName = 'presenter') {
  const as = stack.as(name)
  const { factor_id, options = {} } = await as.startFactor({ factor: 'passkey', current_pass: goodPassword })
  return as.confirmFactor({ factor_id, response: key.make(options), name: 'Blue key' })
}
const pending = (name: PersonName = 'presenter') => passwordIn(stack, name, freshAddress())
async function enter(key: Key, as: Awaited<ReturnType<typeof pending>>['as']) {
  const { options } = await as.getPasskeyRequest({})
  return as.verifyPasskey({ response: key.show(options) })
}

describe('a passkey', () => {
  it('[PROD-049] is set, and finishes a sign-in', async () => {
    const key = softPasskey()
    expect((await setKey(key)).recovery_codes).toHaveLength(10)
    expect((await stack.as('presenter').getFactors({})).factors).toMatchObject([
      { factor: 'passkey', name: 'Blue key', is_primary: true },
    ])
    const { as } = await pending()
    expect((await as.checkUserForConsoleLogin({})).factors).toEqual([{ factor: 'passkey', sent_to: '' }])
    const opened = await enter(key, as)
    expect(await stack.withToken(opened.access_token).getUserInfoByToken({})).toMatchObject({
      tl_2fa_status: 'on',
      tl_2fa_primary: 'passkey',
    })
  })

  it('answers one riddle once, of its own sign-in, while it is fresh', async () => {
    const key = softPasskey()
    await setKey(key)
    const [one, two] = [await pending(), await pending()]
    const { options } = await one.as.getPasskeyRequest({})
    const shown = key.show(options)
    await two.as.getPasskeyRequest({})
    await expect(two.as.verifyPasskey({ response: shown })).rejects.toMatchObject({ code: 'PasskeyRefused' })
    await one.as.verifyPasskey({ response: shown })
    const third = await pending()
    await expect(third.as.verifyPasskey({ response: shown })).rejects.toMatchObject({ code: 'PasskeyRefused' })
    const late = await third.as.getPasskeyRequest({})
    await stack.db.update(passkeyChallenge).set({ expiresAt: new Date(0) })
    await expect(third.as.verifyPasskey({ response: key.show(late.options) })).rejects.toMatchObject({
      code: 'PasskeyRefused',
    })
  })

  it('is refused from another site, from another key, of another person, and when it was copied', async () => {
    const key = softPasskey()
    const others = softPasskey()
    await setKey(key)
    await setKey(others, 'coHost')
    const refused = async (answer: (options: Record<string, unknown>) => Record<string, unknown>) => {
      const { as } = await pending()
      const { options } = await as.getPasskeyRequest({})
      await expect(as.verifyPasskey({ response: answer(options) })).rejects.toMatchObject({ code: 'PasskeyRefused' })
    }
    await refused(options => others.show(options))
    await refused(options => ({ ...others.show(options), id: key.id, rawId: key.id }))
    await refused(options => ({ ...softPasskey({ origin: 'https://evil.example' }).show(options), id: key.id }))
    await refused(() => ({}))
    await refused(() => ({ id: key.id, response: { clientDataJSON: 'x', authenticatorData: [], signature: {} } }))
    await enter(key, (await pending()).as)
    key.turnBack(2)
    await refused(options => key.show(options))
  })

  it('lets one of two racing requests in', async () => {
    const key = softPasskey({ counts: false })
    await setKey(key)
    const { as } = await pending()
    const { options } = await as.getPasskeyRequest({})
    const response = key.show(options)
    const racing = await Promise.allSettled([1, 2].map(() => as.verifyPasskey({ response })))
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is one among several, and never set twice', async () => {
    const [first, second] = [softPasskey(), softPasskey()]
    await setKey(first)
    await setKey(second)
    await expect(setKey(first)).rejects.toMatchObject({ code: 'PasskeyRefused' })
    await expect(setKey(first, 'coHost')).rejects.toMatchObject({ code: 'PasskeyRefused' })
    const rows = await stack.db.select().from(factor).where(eq(factor.accountId, stack.people.presenter.id))
    expect(rows.filter(({ confirmedAt }) => confirmedAt)).toHaveLength(2)
    await enter(second, (await pending()).as)
  })

  it('cannot be asked for without a pending sign-in, or by who has none', async () => {
    await expect(stack.as('presenter').getPasskeyRequest({})).rejects.toMatchObject({ code: 'NoStepPending' })
    await expect(stack.as('nobody').verifyPasskey({ response: {} })).rejects.toMatchObject({ code: 'NoStepPending' })
  })
})
