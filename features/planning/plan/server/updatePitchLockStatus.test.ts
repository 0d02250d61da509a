import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const lock = (uuid: string, is_locked = true, who: 'admin' | 'pitchadmin' | 'superadmin' = 'admin') =>
  stack.as(who).updatePitchLockStatus({ uuid, is_locked })
const audited = async (action: string, subject: string) =>
  (
    await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.action, action), eq(auditEntry.subject, subject)))
  ).length
const { no_file: _no, ...form } = pitchForm()

describe('updatePitchLockStatus', () => {
  it('[CALL-028, STATE-028, STATE-029] locks a pitch and unlocks it again, and shows it to its team', async () => {
    const { id, uuid } = await stack.create('presenter')
    const seen = async () => (await stack.as('presenter').getPitchDetail({ uuid })).is_locked
    expect(await seen()).toBe(false)
    for (const who of ['admin', 'pitchadmin', 'superadmin'] as const) {
      expect(await lock(uuid, true, who)).toEqual({ is_locked: true })
      expect(await seen()).toBe(true)
      const { items } = await stack.as('presenter').getPitchListForPresenter({})
      expect(items.find(item => item.id === id)).toMatchObject({ is_locked: true })
      expect(await lock(uuid, false, who)).toEqual({ is_locked: false })
    }
    expect(await audited('pitch.lock', uuid)).toBe(3)
    expect(await audited('pitch.unlock', uuid)).toBe(3)
  })

  it('is audited once when two requests race', async () => {
    const { uuid } = await stack.create('presenter')
    await Promise.all([1, 2, 3].map(() => lock(uuid)))
    expect(await audited('pitch.lock', uuid)).toBe(1)
  })

  it('[STATE-028] keeps its presenters from editing, inviting, changing slides, deleting and restarting it', async () => {
    const { id, uuid } = await stack.create('presenter', { co_host: stack.people.coHost.email })
    await stack.as('presenter').invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: 'one@x.test' }] })
    const { items } = await stack.as('presenter').getPitchAttendeeList({ uuid })
    await lock(uuid)
    for (const who of ['presenter', 'coHost'] as const) {
      const as = stack.as(who)
      const file = '00000000-0000-4000-8000-00000000f11e'
      for (const act of [
        () => as.updatePitch({ uuid, ...form, co_host: stack.people.coHost.email }),
        () => as.deletePitch({ id, uuid }),
        () => as.invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: 'two@x.test' }] }),
        () => as.invitePitch({ uuid, invite_ids: [items[0]?.id ?? ''] }),
        () => as.deletePitchFile({ pitch_uuid: uuid, file_id: file }),
        () => as.restorePitchFile({ pitch_uuid: uuid, file_id: file }),
        () => as.RestartPitch({ uuid }),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'PitchLocked' })
    }
    await stack.as('admin').updatePitch({ uuid, ...form, about: 'Mended' })
    await lock(uuid, false)
    await stack.as('presenter').updatePitch({ uuid, ...form, about: 'Mine again' })
    await stack.as('presenter').deletePitch({ id, uuid })
  })

  it('keeps its presenter from taking back that an administrator deleted it', async () => {
    const { id, uuid } = await stack.create('presenter')
    await lock(uuid)
    await stack.as('admin').deletePitch({ id, uuid })
    await expect(stack.as('presenter').restorePitch({ uuid })).rejects.toMatchObject({ code: 'PitchLocked' })
    await stack.as('admin').restorePitch({ uuid })
  })

  it('lets a locked pitch be presented', async () => {
    const { uuid } = await stack.create('presenter')
    await lock(uuid)
    expect(await stack.as('presenter').startPitch({ uuid })).toEqual({ status: 2 })
  })

  it('is not for presenters, nor for administrators of other organisations', async () => {
    const { uuid } = await stack.create('presenter')
    for (const who of ['presenter', 'useradmin'] as const)
      await expect(stack.as(who).updatePitchLockStatus({ uuid, is_locked: true })).rejects.toMatchObject({
        code: 'NotAllowed',
      })
    await expect(stack.as('lumenAdmin').updatePitchLockStatus({ uuid, is_locked: true })).rejects.toMatchObject({
      code: 'PitchNotFound',
    })
  })
})
