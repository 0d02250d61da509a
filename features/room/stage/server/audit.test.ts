import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const noted = (subject: string) =>
  stack.db
    .select({ action: auditEntry.action, by: auditEntry.actorId, detail: auditEntry.detail, ip: auditEntry.ip })
    .from(auditEntry)
    .where(eq(auditEntry.subject, subject))
    .orderBy(asc(auditEntry.id))

describe('the audit of a live pitch', () => {
  it('has its start, pauses, who took it over from whom, and its end, each once', async () => {
    const { presenter, coHost } = stack.people
    const { uuid } = await seedPitch(stack, { coHosts: [coHost.email] })
    const owner = stack.as('presenter')
    await owner.startPitch({ uuid })
    const seen = follow(stack.connect('coHost', uuid))
    await until(() => seen.first)
    await Promise.all([1, 2, 3].map(() => owner.sgFixPause({ pitch_uuid: uuid, is_paused: true })))
    await owner.sgFixPause({ pitch_uuid: uuid, is_paused: false })
    await until(async () => (await owner.getRoomPeople({ pitch_uuid: uuid })).here === 1)
    await owner.transferPitch({ uuid, user_id: coHost.id })
    const ended = await Promise.allSettled([1, 2].map(() => stack.as('coHost').endPitch({ uuid })))
    expect(ended.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    const entries = await noted(uuid)
    expect(entries.map(({ action, by, detail }) => [action, by, detail])).toEqual([
      ['pitch.start', presenter.id, {}],
      ['pitch.pause', presenter.id, {}],
      ['pitch.resume', presenter.id, {}],
      ['pitch.handOver', presenter.id, { from: presenter.id, to: coHost.id }],
      ['pitch.end', coHost.id, {}],
    ])
    expect(entries.every(({ ip }) => ip !== '')).toBe(true)
  })

  it('has who was removed from it, in the log of its organisation, and nothing that was refused', async () => {
    const { investor, superadmin } = stack.people
    const made = await seedPitch(stack)
    await seedAttendee(stack, made, investor)
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    await stack.as('superadmin').removeAttendee({ pitch_uuid: made.uuid, user_id: investor.id })
    await expect(stack.as('presenter').startPitch({ uuid: made.uuid })).rejects.toThrow('PitchStateForbids')
    expect((await noted(made.uuid)).map(({ action }) => action)).toEqual(['pitch.start'])
    const { items } = await stack.as('admin').getLog({ subject: investor.id })
    expect(items[0]).toMatchObject({
      action: 'attendee.remove',
      actor: { id: superadmin.id },
      detail_names: { [made.uuid]: made.presentationName },
    })
  })

  it('has who runs a pitch from now on, and who no longer does', async () => {
    const { coHost, member } = stack.people
    const made = await seedPitch(stack, { coHosts: [coHost.email] })
    const owner = stack.as('presenter')
    const [row] = await stack.db.select().from(pitch).where(eq(pitch.id, made.id))
    const detail = await owner.getPitchDetail({ uuid: made.uuid })
    expect(row?.coHosts).toEqual([coHost.email])
    await owner.updatePitch({
      uuid: made.uuid,
      ...{ presentation_name: detail.presentation_name, presenter_name: detail.presenter_name },
      ...{ start_date: '11/30/2031', start_time: '10:00', start_noon: 'AM', start_zone: 'UTC' },
      ...{ end_date: '11/30/2031', end_time: '11:00', end_noon: 'AM', end_zone: 'UTC' },
      ...{ co_host: '', moderator: member.email, no_file: true },
    })
    expect(await noted(made.uuid)).toMatchObject([
      { action: 'pitch.team', detail: { removed: [coHost.id], coHosts: [], moderators: [member.id] } },
    ])
  })
})
