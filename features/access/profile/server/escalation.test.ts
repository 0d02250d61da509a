import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { calls } from '#app/contract/calls.ts'
import { profileCalls } from '#features/access/profile/contract.ts'
import { account } from '#features/core/account/server/tables.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  await givePassword(stack.db, stack.people.investor.id)
})
afterAll(() => stack.stop())

const rowOf = async () => {
  const [row] = await stack.db.select().from(account).where(eq(account.id, stack.people.investor.id))
  if (!row) throw new Error('the investor is gone')
  return row
}

/** What no person may write of themselves, under every name that it has on the wire or in a table. */
const forbidden = () => {
  const { id, organisationId } = stack.people.lumenAdmin
  const twice = {
    roles: '["superadmin"]',
    role: 'superadmin',
    role_type_live: 'superadmin',
    account_type: 'superadmin',
  }
  const others = { user_id: id, userid: id, id, accountId: id, account_id: id, org_id: organisationId, organisationId }
  const states = {
    state: 'disabled',
    is_vc: '0',
    is_mobile_verified: '1',
    mobileVerifiedAt: '2026-01-01',
    deletedAt: '2026-01-01',
  }
  const secrets = {
    passwordHash: 'x',
    password: 'x',
    new_pass: 'x',
    emailConfirmedAt: '2026-01-01',
    email_state: 'confirmed',
  }
  const pictures = {
    head_image: 'https://evil.test/x',
    headImage: 'x',
    linkedinImage: 'x',
    avatar: 'x',
    linkedin_image: 'x',
  }
  return { ...twice, ...others, ...states, ...secrets, ...pictures, constructor: 'x' }
}

/** Every call by which a person changes their own account, as it is made rightly. */
const changes: Record<string, () => Record<string, unknown>> = {
  updatePersonalInfo: () => ({ firstname: 'Ivy', position: 'Partner' }),
  updateUserConfig: () => ({ size: 'small' }),
  updateLanguage: () => ({ language: 'zh-Hant' }),
  changeUsername: () => ({ username: 'ivyinvests' }),
  changeEmail: () => ({ email: 'ivy@new.test', current_pass: goodPassword }),
  resendEmail: () => ({}),
  sendConfirmationEmail: () => ({}),
  cancelEmailChange: () => ({}),
  confirmEmail: () => ({ code: '12345678' }),
  sendMobileCode: () => ({}),
  verifyMobile: () => ({ code: '12345678' }),
  giveName: () => ({ name: 'Ivy', company_name: 'Quill' }),
  deleteAvatar: () => ({}),
  updatePassword: () => ({ old_pass: goodPassword, new_pass: 'violet Harbour 28' }),
}
/** A form with a file, which has a test of its own. */
const withFile = ['updateAvatar']

it('names every call that changes the own account', () => {
  const changing = Object.entries(profileCalls).filter(([, c]) => !c.reads && c.who !== ('anyone' as never))
  expect(changing.map(([name]) => name).toSorted()).toEqual([...Object.keys(changes), ...withFile].toSorted())
})

it.each(Object.keys(changes))(
  '%s changes no role, organisation, state, secret or picture, whatever it is sent',
  async name => {
    const before = await rowOf()
    const headers = { authorization: `Bearer ${stack.people.investor.token}` }
    for (const json of [false, true]) {
      const sent = { ...forbidden(), ...changes[name]?.() }
      const { body } = await rawCall(stack.app, name as keyof typeof calls, sent, { headers, json })
      expect(body.error ?? 'done').not.toBe('Internal')
    }
    const after = await rowOf()
    for (const column of [
      'roles',
      'organisationId',
      'state',
      'email',
      'emailConfirmedAt',
      'mobileVerifiedAt',
      'deletedAt',
      'headImage',
      'linkedinImage',
      'promptResetPassword',
    ] as const)
      expect(after[column], column).toEqual(before[column])
    expect(after.passwordHash !== before.passwordHash).toBe(name === 'updatePassword')
    const [other] = await stack.db.select().from(account).where(eq(account.id, stack.people.lumenAdmin.id))
    expect(other).toMatchObject({ username: 'lumenadmin', firstname: 'Lara', position: '' })
  },
)

it('updateAvatar gives a picture to its sender only', async () => {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const before = await rowOf()
  const token = stack.people.investor.token
  expect(
    (
      await uploadCall(
        stack.app,
        'updateAvatar',
        token,
        { bytes },
        { user_id: stack.people.lumenAdmin.id, roles: '["superadmin"]' },
      )
    ).status,
  ).toBe(200)
  expect((await rowOf()).roles).toEqual(before.roles)
  const [other] = await stack.db.select().from(account).where(eq(account.id, stack.people.lumenAdmin.id))
  expect(other?.headImage).toBeNull()
})
