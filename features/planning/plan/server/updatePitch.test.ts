import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

function form(change: object = {}) {
  const { no_file: _no, ...fields } = pitchForm()
  return { ...fields, ...change }
}
const sequence = (calendar: string | null | undefined) => /SEQUENCE:(\d+)/.exec(calendar ?? '')?.[1]
const uid = (calendar: string | null | undefined) => /UID:(\S+)/.exec(calendar ?? '')?.[1]

describe('updatePitch', () => {
  it('[CALL-226, ENT-003] changes what was filled in, and takes the name of the presentation as name', async () => {
    const { uuid } = await stack.create('presenter')
    const as = stack.as('presenter')
    await as.updatePitch({ uuid, ...form({ about: 'New', is_public: true }) })
    expect(await as.getPitchDetail({ uuid })).toMatchObject({ about: 'New', is_public: true })
    const { presentation_name: _name, ...nameless } = form()
    await as.updatePitch({ uuid, ...nameless, name: 'Series A' })
    expect(await as.getPitchDetail({ uuid })).toMatchObject({ presentation_name: 'Series A', about: '' })
    await expect(as.updatePitch({ uuid, ...nameless })).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('[RULE-059, RULE-064] keeps the rules of creating, with the owner as presenter even if an administrator edits', async () => {
    const { uuid } = await stack.create('presenter')
    const admin = stack.as('admin')
    const { presenter } = stack.people
    await expect(admin.updatePitch({ uuid, ...form({ end_time: '10:00' }) })).rejects.toMatchObject({
      code: 'EndNotAfterStart',
    })
    await expect(admin.updatePitch({ uuid, ...form({ co_host: presenter.email }) })).rejects.toMatchObject({
      code: 'PeopleNotDistinct',
    })
    await admin.updatePitch({ uuid, ...form({ moderator: stack.people.admin.email }) })
  })

  it('mails a new time to every attendee, as the next sequence of the same calendar entry', async () => {
    const { uuid } = await stack.create('presenter', {
      attendees_arr: [{ email: 'moved@x.test' }],
      co_host: 'cohost-moved@x.test',
    })
    await stack.mailsTo('moved@x.test')
    await stack.mailsTo('cohost-moved@x.test')
    const change = { end_time: '11:30', co_host: 'cohost-moved@x.test' }
    await stack.as('presenter').updatePitch({ uuid, ...form(change) })
    const [invitation, update] = await stack.mailsTo('moved@x.test', 2)
    expect([invitation?.kind, update?.kind]).toEqual(['pitchInvitation', 'pitchUpdate'])
    expect([sequence(invitation?.calendar), sequence(update?.calendar)]).toEqual(['0', '1'])
    expect(uid(update?.calendar)).toBe(uid(invitation?.calendar))
    expect(update?.calendar).toContain('METHOD:REQUEST')
    const [, staff] = await stack.mailsTo('cohost-moved@x.test', 2)
    expect(staff).toMatchObject({ kind: 'pitchTeamUpdate' })
    // The old link and the new one both let in.
    for (const mail of [invitation, update])
      await stack.as('nobody').exchangeJoinLink({ uuid, access_token: stack.tokenIn(mail) })
  })

  it('mails no attendee when only a text changes, but mails a new co-host', async () => {
    const { uuid } = await stack.create('presenter', { attendees_arr: [{ email: 'calm@x.test' }] })
    await stack.mailsTo('calm@x.test')
    await stack.as('presenter').updatePitch({ uuid, ...form({ about: 'Same time', co_host: 'fresh@x.test' }) })
    const [appointment] = await stack.mailsTo('fresh@x.test')
    expect(appointment).toMatchObject({ kind: 'pitchAppointment' })
    expect(await stack.mailsTo('calm@x.test')).toHaveLength(1)
  })

  it('tells co-hosts and moderators who are taken out, and takes the pitch out of their calendars', async () => {
    const team = { co_host: 'cohost-out@x.test', moderator: 'moderator-stays@x.test' }
    const { uuid } = await stack.create('presenter', team)
    const [appointment] = await stack.mailsTo('cohost-out@x.test')
    await stack.as('presenter').updatePitch({ uuid, ...form({ ...team, co_host: '' }) })
    const [, removal] = await stack.mailsTo('cohost-out@x.test', 2)
    expect(removal?.subject).toBe('No longer on the team: Seed round of Acme')
    expect(removal?.calendar).toContain('METHOD:CANCEL')
    expect(uid(removal?.calendar)).toBe(uid(appointment?.calendar))
    // Outlook keeps an entry whose cancellation has the number that it knows
    expect([sequence(appointment?.calendar), sequence(removal?.calendar)]).toEqual(['0', '1'])
    expect(removal?.text).not.toContain('/pitches/view/')
    // who only changes their part stays on the team
    await stack.as('presenter').updatePitch({ uuid, ...form({ co_host: 'moderator-stays@x.test', moderator: '' }) })
    expect(await stack.mailsTo('moderator-stays@x.test')).toHaveLength(1)
  })

  it('closes the room to a co-host who is no longer one', async () => {
    const { coHost } = stack.people
    const { id, uuid } = await stack.create('presenter', { co_host: coHost.email })
    await stack.as('coHost').updatePitch({ uuid, ...form({ co_host: '' }) })
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ accountId: coHost.id, pitchId: id }] })
    await expect(stack.as('coHost').getPitchDetail({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })

  it('refuses to change a pitch that is live or over', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.take(id, 'start')
    const refused = { code: 'PitchStateForbids' }
    await expect(stack.as('presenter').updatePitch({ uuid, ...form() })).rejects.toMatchObject(refused)
    await stack.take(id, 'end')
    await expect(stack.as('presenter').updatePitch({ uuid, ...form() })).rejects.toMatchObject(refused)
  })

  it('lets texts of a late pitch be mended, but not its start be moved into the past', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.frame.pool.query("update pitch set starts_at = '2026-01-05T15:00Z' where id = $1", [id])
    const late = { start_date: '01/05/2026', start_time: '10:00' }
    await stack.as('presenter').updatePitch({ uuid, ...form(late) })
    await expect(
      stack.as('presenter').updatePitch({ uuid, ...form({ ...late, start_time: '09:00' }) }),
    ).rejects.toMatchObject({ code: 'StartInThePast' })
  })
})
