import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserConfig } from '#features/access/profile/contract.ts'
import { CONFIG_LISTS, usualConfig } from '#features/core/account/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

describe('#getUserConfig, #updateUserConfig', () => {
  it('[CALL-101, CALL-102] keeps what a person chose, for themselves alone and in every browser', async () => {
    expect(await stack.as('investor').getUserConfig({})).toEqual(usualConfig)
    const chosen: Partial<UserConfig> = { size: 'mini', theme_colour: 'teal', hidden_columns: { users: ['email'] } }
    expect(await stack.as('investor').updateUserConfig(chosen)).toEqual({ ...usualConfig, ...chosen })
    await stack.as('investor').updateUserConfig({ sidebar: 'icons', hidden_columns: { pitches: ['state'] } })
    expect(await stack.as('investor').getUserConfig({})).toEqual({
      ...usualConfig,
      ...chosen,
      sidebar: 'icons',
      hidden_columns: { users: ['email'], pitches: ['state'] },
    })
    expect(await stack.as('secondInvestor').getUserConfig({})).toEqual(usualConfig)
  })

  it('[CALL-102] keeps both of two choices that two browsers make at the same time', async () => {
    const me = stack.as('member')
    await Promise.all([me.updateUserConfig({ size: 'small' }), me.updateUserConfig({ colour_scheme: 'dark' })])
    expect(await me.getUserConfig({})).toMatchObject({ size: 'small', colour_scheme: 'dark' })
  })

  it('[CALL-102] takes no other field, no other value and no more than the console can have', async () => {
    const headers = { authorization: `Bearer ${stack.people.presenter.token}` }
    const refused = { size: 'huge', theme_colour: 'url(//evil.test)', page_size: '100000', hidden_columns: '[1]' }
    for (const [field, value] of Object.entries(refused)) {
      const { body } = await rawCall(stack.app, 'updateUserConfig', { [field]: value }, { headers })
      expect(body.error, field).toBe('InputInvalid')
    }
    const lists = Array.from({ length: CONFIG_LISTS + 1 }, (_, at) => [`list${at}`, ['name']])
    const many = { hidden_columns: Object.fromEntries(lists) }
    await expect(stack.as('presenter').updateUserConfig(many)).rejects.toMatchObject({ code: 'InputInvalid' })
    const { body } = await rawCall(stack.app, 'updateUserConfig', { roles: '["superadmin"]', x: '1' }, { headers })
    expect(body.data).toEqual(usualConfig)
  })

  it('[CALL-101] reads a choice that is no longer offered as none', async () => {
    const config = { size: 'gigantic', theme_colour: 'rose', hidden_columns: 7, more: 'x' }
    await stack.db.update(account).set({ config }).where(eq(account.id, stack.people.coHost.id))
    expect(await stack.as('coHost').getUserConfig({})).toEqual({ ...usualConfig, theme_colour: 'rose' })
  })
})
