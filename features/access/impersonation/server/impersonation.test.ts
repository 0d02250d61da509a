import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
let own: string
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(auditEntry)
  const { id, organisationId } = stack.people.superadmin
  own = await openTestSession(stack.db, id, organisationId)
})

const idOf = (name: PersonName) => stack.people[name].id
const start = (token: string, user_id: string, reason = 'Ticket 41: cannot see their pitch') =>
  stack.withToken(token).startImpersonate({ user_id, reason })
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    failure => failure.code,
  )
const whoIs = (token: string) => stack.withToken(token).getUserInfoByToken({})
/** What was written down, newest first. */
const written = () => stack.db.select().from(auditEntry).orderBy(desc(auditEntry.id))
const sessionOf = async (token: string) => {
  const [row] = await stack.db
    .select()
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  return row
}

/** As a browser does it: the super admin's cookie, then both. */
async function browser(user_id: string) {
  const cookies: Record<string, string> = { rostrum_access: own }
  const answer = await rawCall(stack.app, 'startImpersonate', { user_id, reason: 'Looks into it' }, { cookies })
  const acting = answer.set.get('rostrum_acting')
  if (acting) cookies['rostrum_acting'] = acting.value
  return { answer, acting, cookies }
}

describe('startImpersonate', () => {
  it('[CALL-103, STATE-069, PERM-074, ENT-048] acts as another person, of another organisation too', async () => {
    const { access_token, impersonate_userid } = await start(own, idOf('lumenPresenter'))
    expect(impersonate_userid).toBe(idOf('lumenPresenter'))
    expect(await whoIs(access_token)).toMatchObject({
      user_id: idOf('lumenPresenter'),
      roles: ['presenter'],
      org_name: 'Lumen Partners',
      impersonate_model: true,
      impersonate_userid: idOf('lumenPresenter'),
      impersonator_name: 'Sam Super',
    })
    expect(await whoIs(own)).not.toHaveProperty('impersonate_model')
  })

  it('has no role of the superadmin while it lasts', async () => {
    const { access_token } = await start(own, idOf('presenter'))
    const acting = stack.withToken(access_token)
    expect(await codeOf(acting.getMailList({}))).toBe('NotAllowed')
    expect(await codeOf(acting.getLoginLogList({}))).toBe('NotAllowed')
    expect(await codeOf(acting.getAuditList({}))).toBe('NotAllowed')
  })

  it('never acts as a superadmin, as oneself, or as who may not come in (CVE-2023-28326)', async () => {
    const [second] = await stack.db
      .insert(account)
      .values({
        organisationId: stack.people.lumenAdmin.organisationId,
        email: 'second@lumen.test',
        roles: ['superadmin'],
        state: 'active',
      })
      .returning()
    expect(await codeOf(start(own, second?.id ?? ''))).toBe('ImpersonationForbidden')
    expect(await codeOf(start(own, idOf('superadmin')))).toBe('ImpersonationForbidden')
    expect(await codeOf(start(own, '00000000-0000-4000-8000-000000000000'))).toBe('UserNotFound')
    const set = (state: 'awaiting' | 'disabled' | 'active') =>
      stack.db
        .update(account)
        .set({ state })
        .where(eq(account.id, idOf('member')))
    await set('disabled')
    expect(await codeOf(start(own, idOf('member')))).toBe('AccountNotEnabled')
    await set('awaiting')
    expect(await codeOf(start(own, idOf('member')))).toBe('AccountNotActivated')
    await set('active')
    expect(await written()).toEqual([])
  })

  it('is for superadmins alone', async () => {
    for (const name of ['admin', 'useradmin', 'pitchadmin', 'presenter', 'investor'] as const)
      expect(await codeOf(start(stack.people[name].token, idOf('member')))).toBe('NotAllowed')
  })

  it('asks for a reason and writes it down, for the organisation of whom it is about, before it starts', async () => {
    for (const reason of ['', '   ', 'x'])
      expect(await codeOf(start(own, idOf('lumenPresenter'), reason))).toBe('InputInvalid')
    await start(own, idOf('lumenPresenter'), 'Ticket 41')
    const [entry] = await written()
    expect(entry).toMatchObject({
      action: 'impersonation.start',
      actorId: idOf('superadmin'),
      impersonatorId: null,
      subject: idOf('lumenPresenter'),
      organisationId: stack.people.lumenPresenter.organisationId,
      detail: { reason: 'Ticket 41', until: expect.any(String) },
    })
  })

  it('starts nothing that could not be written down', async () => {
    const before = await stack.db.$count(session)
    await stack.frame.pool.query('alter table audit_entry rename to audit_entry_away')
    try {
      expect(await codeOf(start(own, idOf('presenter')))).toBe('Internal')
    } finally {
      await stack.frame.pool.query('alter table audit_entry_away rename to audit_entry')
    }
    expect(await stack.db.$count(session)).toBe(before)
  })

  it('lasts 30 minutes, and cannot be renewed', async () => {
    const { access_token } = await start(own, idOf('presenter'))
    const row = await sessionOf(access_token)
    expect((row?.tokenExpiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(30 * 60_000)
    expect(row).toMatchObject({ refreshHash: null, refreshExpiresAt: null, impersonatorId: idOf('superadmin') })
    await stack.db
      .update(session)
      .set({ tokenExpiresAt: new Date() })
      .where(eq(session.id, row?.id ?? ''))
    expect(await codeOf(whoIs(access_token))).toBe('TokenExpired')
  })

  it('goes on once from one session: of two that start at the same moment one is left', async () => {
    const both = await Promise.all([start(own, idOf('presenter')), start(own, idOf('investor'))])
    const outcomes = await Promise.all(both.map(({ access_token }) => codeOf(whoIs(access_token))))
    expect(outcomes.sort()).toEqual(['NotSignedIn', 'done'])
    expect((await written()).map(({ action }) => action).sort()).toEqual([
      ...['impersonation.end', 'impersonation.start', 'impersonation.start'],
    ])
  })

  it('does not begin from an impersonation', async () => {
    const { access_token } = await start(own, idOf('admin'))
    expect(await codeOf(start(access_token, idOf('presenter')))).toBe('NotAllowed')
  })
})

describe('an impersonation is over', () => {
  const acting = async () => (await start(own, idOf('presenter'))).access_token

  it('with the sign-out of the superadmin', async () => {
    const token = await acting()
    await stack.withToken(own).writeLogout({})
    expect(await codeOf(whoIs(token))).toBe('NotSignedIn')
  })
  it('[STATE-103] with a sign-out while it lasts, which ends the own session as well', async () => {
    const { cookies } = await browser(idOf('presenter'))
    const out = await rawCall(stack.app, 'writeLogout', {}, { cookies })
    expect([...out.set.keys()].sort()).toEqual(['rostrum_access', 'rostrum_acting', 'rostrum_refresh'])
    expect(await codeOf(whoIs(own))).toBe('NotSignedIn')
    expect(await codeOf(whoIs(cookies['rostrum_acting'] ?? ''))).toBe('NotSignedIn')
  })
  it.each([
    ['disabled', { state: 'disabled' as const }, { state: 'active' as const }],
    ['deleted', { deletedAt: new Date() }, { deletedAt: null }],
    ['no superadmin any more', { roles: ['admin'] }, { roles: ['superadmin'] }],
  ])('when the superadmin is %s', async (_how, change, back) => {
    const token = await acting()
    const set = (values: Partial<typeof account.$inferInsert>) =>
      stack.db
        .update(account)
        .set(values)
        .where(eq(account.id, idOf('superadmin')))
    await set(change)
    expect(await codeOf(whoIs(token))).toBe('NotSignedIn')
    await set(back)
  })
  it('when the person is disabled', async () => {
    const { access_token: token } = await start(own, idOf('coHost'))
    await stack.as('admin').setUserDisabled({ user_id: idOf('coHost'), disabled: true })
    expect(await codeOf(whoIs(token))).toBe('NotSignedIn')
    await stack.as('admin').setUserDisabled({ user_id: idOf('coHost'), disabled: false })
    expect(await codeOf(whoIs(token))).toBe('NotSignedIn')
  })
})

describe('what is done meanwhile', () => {
  it('carries the superadmin in its entry, and every change has one', async () => {
    const { access_token } = await start(own, idOf('presenter'))
    await stack.db.delete(auditEntry)
    await stack.withToken(access_token).getPersonalInfo({})
    expect(await written()).toEqual([])
    await stack.withToken(access_token).updatePersonalInfo({ location: 'Rotterdam' })
    const by = { actorId: idOf('presenter'), impersonatorId: idOf('superadmin') }
    expect(await written()).toEqual([
      expect.objectContaining({ ...by, action: 'impersonation.act', detail: { call: 'updatePersonalInfo' } }),
    ])
  })
  it('leaves no entry of what failed', async () => {
    const { access_token } = await start(own, idOf('presenter'))
    await stack.db.delete(auditEntry)
    const uuid = '00000000-0000-4000-8000-000000000000'
    expect(await codeOf(stack.withToken(access_token).restorePitch({ uuid }))).toBe('PitchNotFound')
    expect(await written()).toEqual([])
  })
})
