import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { usersJobs } from './jobs.ts'
import { userTask } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

let made = 0
/** A new user with a role, in Quill by default. */
async function newcomer(values: Partial<typeof account.$inferInsert> = {}): Promise<string> {
  const email = `many${++made}@quill.test`
  const { organisationId } = stack.people.admin
  const [row] = await stack.db
    .insert(account)
    .values({
      organisationId,
      email,
      firstname: 'Many',
      lastname: String(made),
      roles: ['vc'],
      state: 'active',
      ...values,
    })
    .returning()
  return row?.id ?? ''
}
const rowOf = async (id: string) => (await stack.db.select().from(account).where(eq(account.id, id)))[0]
const change = (by: PersonName, input: Parameters<ReturnType<PitchStack['as']>['changeUsers']>[0]) =>
  stack.as(by).changeUsers(input)

describe('#changeUsers', () => {
  it('[RULE-091, ERR-051] wants at least one person', async () => {
    for (const selection of [
      { user_ids: [] },
      { matching: { name: 'nobody is called so' } },
      { user_ids: [stack.people.lumenInvestor.id] },
    ])
      await expect(change('admin', { act: 'enable', ...selection })).rejects.toMatchObject({ code: 'NobodySelected' })
  })

  it('wants the word CONFIRM for what takes something away, and for nothing else', async () => {
    const id = await newcomer({ lastLoginAt: new Date() })
    for (const confirm of [undefined, 'confirm', 'CLEAR', 'yes'])
      for (const act of ['disable', 'delete', 'changeRole'] as const)
        await expect(
          change('admin', { act, role: 'presenter', user_ids: [id], ...(confirm ? { confirm } : {}) }),
        ).rejects.toMatchObject({ code: 'ConfirmationMissing' })
    expect((await rowOf(id))?.state).toBe('active')
    await change('admin', { act: 'disable', user_ids: [id], confirm: 'CONFIRM' })
    expect((await rowOf(id))?.state).toBe('disabled')
    await change('admin', { act: 'enable', user_ids: [id] })
    expect((await rowOf(id))?.state).toBe('active')
  })

  it('acts on every user that it can, and names the skipped ones with the reason', async () => {
    const [a, b] = [await newcomer(), await newcomer()]
    const { admin, superadmin, presenter } = stack.people
    await stack.create('presenter')
    const { failures, total, done } = await change('admin', {
      act: 'delete',
      confirm: 'CONFIRM',
      user_ids: [a, b, admin.id, superadmin.id, presenter.id],
    })
    expect([total, done]).toEqual([5, 5])
    expect(new Map(failures.map(({ user_id, code }) => [user_id, code]))).toEqual(
      new Map([
        [admin.id, 'NoPermission'],
        [superadmin.id, 'NoPermission'],
        [presenter.id, 'PitchesNeedOwner'],
      ]),
    )
    expect(failures.find(({ user_id }) => user_id === presenter.id)?.name).toBe('Paul Presenter')
    expect((await rowOf(a))?.deletedAt).toBeTruthy()
    expect((await rowOf(presenter.id))?.deletedAt).toBeNull()
    const back = await change('admin', { act: 'restore', user_ids: [a, b] })
    expect(back.failures).toEqual([])
    expect((await rowOf(a))?.deletedAt).toBeNull()
  })

  it('signs many out everywhere at once, audited one by one, and asks before', async () => {
    const [a, b] = [await newcomer(), await newcomer()]
    const { organisationId } = stack.people.admin
    const tokens = await Promise.all([a, b].map(id => openTestSession(stack.db, id, organisationId)))
    const asked = { act: 'signOut' as const, user_ids: [a, b, stack.people.superadmin.id] }
    expect(await stack.as('admin').previewUsersAct(asked)).toMatchObject({ people: 3, not_managed: 1, signed_in: 2 })
    await expect(change('admin', asked)).rejects.toMatchObject({ code: 'ConfirmationMissing' })
    for (const token of tokens) await stack.withToken(token).getUserInfoByToken({})
    const { failures } = await change('admin', { ...asked, confirm: 'CONFIRM' })
    expect(failures.map(({ code }) => code)).toEqual(['NoPermission'])
    for (const [at, id] of [a, b].entries()) {
      await expect(stack.withToken(tokens[at] ?? '').getUserInfoByToken({})).rejects.toMatchObject({
        code: 'NotSignedIn',
      })
      expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ accountId: id }] })
      expect(await stack.actionsOn(id)).toContain('account.signOut')
      expect((await rowOf(id))?.state).toBe('active')
    }
    await stack.as('superadmin').getUserInfoByToken({})
  })

  it('takes all that match, if their number is the confirmed one', async () => {
    for (let n = 0; n < 3; n++) await newcomer({ companyName: 'Matchbox' })
    const matching = { name: 'matchbox' }
    const preview = await stack.as('admin').previewUsersAct({ act: 'changeRole', matching })
    expect(preview).toEqual({ people: 3, not_managed: 0, signed_in: 0, open_pitches: 0, live_pitches: 0 })
    await newcomer({ companyName: 'Matchbox' })
    const asked = { act: 'changeRole', role: 'member', confirm: 'CONFIRM', matching, expected: 3 } as const
    await expect(change('admin', asked)).rejects.toMatchObject({ code: 'SelectionChanged' })
    const { total, failures } = await change('admin', { ...asked, expected: 4 })
    expect([total, failures]).toEqual([4, []])
    const listed = await stack.as('admin').getUserListForEp({ name: 'matchbox', role: 'member' })
    expect(listed.total).toBe(4)
  })

  it('stays within the organisation, whatever ids and filters are sent', async () => {
    const { lumenInvestor, lumenPresenter, lumenAdmin } = stack.people
    const foreign = [lumenInvestor.id, lumenPresenter.id]
    const own = await newcomer()
    const { total } = await change('admin', { act: 'disable', confirm: 'CONFIRM', user_ids: [...foreign, own] })
    expect(total).toBe(1)
    const byOrganisation = { matching: { org_id: lumenAdmin.organisationId } }
    await expect(change('admin', { act: 'disable', confirm: 'CONFIRM', ...byOrganisation })).rejects.toMatchObject({
      code: 'NobodySelected',
    })
    for (const id of foreign) expect((await rowOf(id))?.state).toBe('active')
  })

  it('is no way for a useradmin to reach administrators, nor to give their roles', async () => {
    const { admin, pitchadmin, useradmin, investor } = stack.people
    const all = { user_ids: [admin.id, pitchadmin.id, useradmin.id] }
    await expect(change('useradmin', { act: 'disable', confirm: 'CONFIRM', ...all })).rejects.toMatchObject({
      code: 'NobodySelected',
    })
    for (const role of ['admin', 'superadmin', 'useradmin', 'pitchadmin'] as const)
      await expect(
        change('useradmin', { act: 'changeRole', role, confirm: 'CONFIRM', user_ids: [investor.id] }),
      ).rejects.toMatchObject({ code: 'NoPermission' })
  })

  it('makes a task of more than two hundred, which goes on chunk by chunk and can be watched', async () => {
    const { organisationId } = stack.people.admin
    const crowd = Array.from({ length: 230 }, (_, n) => ({
      ...{ organisationId, email: `crowd${n}@task.test`, firstname: 'Crowd', roles: ['vc'] },
      state: 'active' as const,
      companyName: 'Crowded',
    }))
    await stack.db.insert(account).values(crowd)
    await newcomer({ companyName: 'Crowded', roles: ['admin'] })
    const started = await change('admin', { act: 'disable', confirm: 'CONFIRM', matching: { name: 'crowded' } })
    expect(started).toMatchObject({ total: 231, done: 0, ended_on: null })
    const taskId = started.task_id ?? ''
    await expect(stack.as('useradmin').getUserTask({ task_id: taskId })).rejects.toMatchObject({ code: 'TaskNotFound' })
    const run = { attempt: 1, lastAttempt: false, signal: undefined }
    // two runners at the same time share the work and do nothing twice
    await Promise.all([1, 2].map(() => usersJobs.changeUsers({ taskId }, stack.frame, run)))
    const ended = await stack.as('admin').getUserTask({ task_id: taskId })
    expect(ended).toMatchObject({ total: 231, done: 231, ended_on: expect.any(String) })
    expect(ended.failures.map(({ code }) => code)).toEqual(['NoPermission'])
    const notices = await stack.as('admin').getNoticeList({})
    expect(notices.items.filter(({ link }) => link.endsWith(`?task=${taskId}`)).map(({ content }) => content)).toEqual([
      '230 updated, 1 failed.',
    ])
    expect((await stack.as('admin').getUserListForEp({ name: 'crowded', state: 'disabled' })).total).toBe(230)
    const noted = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'account.disable'))
    expect(noted.filter(({ actorId }) => actorId === stack.people.admin.id).length).toBeGreaterThanOrEqual(230)
  }, 60_000)

  it('stops in the middle of a task when its caller loses the right', async () => {
    const id = await newcomer({ roles: ['admin'] })
    const target = await newcomer()
    const [task] = await stack.db
      .insert(userTask)
      .values({ accountId: id, act: 'disable', userIds: [target] })
      .returning()
    await stack.as('superadmin').updateUserRole({ user_id: id, role: 'vc' })
    await usersJobs.changeUsers({ taskId: task?.id ?? '' }, stack.frame, {
      attempt: 1,
      lastAttempt: false,
      signal: undefined,
    })
    expect((await rowOf(target))?.state).toBe('active')
    const [after] = await stack.db
      .select()
      .from(userTask)
      .where(eq(userTask.id, task?.id ?? ''))
    expect(after?.failures.map(({ code }) => code)).toEqual(['NotAllowed'])
  })
})

describe('#exportUsers', () => {
  const fetch = (url: string, token: string) => stack.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const { parse } = Papa

  it('writes the list as it is filtered as CSV, with nothing that a spreadsheet would run, and notes it', async () => {
    await newcomer({ firstname: '=cmd|calc', lastname: '@SUM(1)', companyName: 'Exported' })
    await newcomer({ firstname: '李', lastname: '雷', companyName: 'Exported' })
    const { url } = await stack.as('admin').exportUsers({ format: 'csv', matching: { name: 'exported' } })
    const answer = await fetch(url, stack.people.admin.token)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''users-\d{4}-\d\d-\d\d\.csv$/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const { data } = parse<string[]>(answer.body.slice(1).trimEnd())
    expect(data[0]?.slice(0, 3)).toEqual(['First name', 'Last name', 'Email'])
    expect(data.slice(1).map(row => row.slice(0, 2))).toEqual(
      expect.arrayContaining([
        ["'=cmd|calc", "'@SUM(1)"],
        ['李', '雷'],
      ]),
    )
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'account.export'))
    expect(noted).toMatchObject({
      actorId: stack.people.admin.id,
      subject: 'csv',
      detail: { matching: { name: 'exported' } },
    })
  })

  it('writes XLSX as well', async () => {
    const { url } = await stack.as('useradmin').exportUsers({ format: 'xlsx', user_ids: [stack.people.investor.id] })
    const answer = await fetch(url, stack.people.useradmin.token)
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('is only for its caller, only as long as they have the right, and only of users whom they see', async () => {
    const { url } = await stack.as('admin').exportUsers({ format: 'csv' })
    for (const name of ['superadmin', 'useradmin', 'investor', 'lumenAdmin'] as const)
      expect((await fetch(url, stack.people[name].token)).statusCode, name).toBe(404)
    expect((await stack.app.inject(url)).statusCode).toBe(401)
    const mine = await fetch(url, stack.people.admin.token)
    expect(mine.body).not.toContain('lumen.test')
    expect(mine.body).toContain('investor@quill.test')
    const useradmins = await stack.as('useradmin').exportUsers({ format: 'csv' })
    expect((await fetch(useradmins.url, stack.people.useradmin.token)).body).not.toContain('admin@quill.test')
    await expect(
      stack.as('admin').exportUsers({ format: 'csv', user_ids: [stack.people.lumenInvestor.id] }),
    ).rejects.toMatchObject({ code: 'NobodySelected' })

    const id = await newcomer({ roles: ['admin'] })
    const token = await openTestSession(stack.db, id, stack.people.admin.organisationId)
    const theirs = await stack.withToken(token).exportUsers({ format: 'csv' })
    await stack.db
      .update(account)
      .set({ roles: ['vc'] })
      .where(eq(account.id, id))
    expect((await fetch(theirs.url, token)).statusCode).toBe(404)
  })
})
