import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { joinLink } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const presenter = () => stack.as('presenter')
const tokenOf = (link: string) => new URL(link).searchParams.get('access_token') ?? ''
const refused = (code: string) => ({ code })

/** A pitch with one person invited, and the link of their email. */
async function invited(email: string, change: object = {}) {
  const pitch = await stack.create('presenter', { attendees_arr: [{ email }], ...change })
  const [mail] = await stack.mailsTo(email)
  const [attendee] = (await presenter().getPitchAttendeeList({ uuid: pitch.uuid, name: email })).items
  return { ...pitch, mailed: stack.tokenIn(mail), attendee_id: attendee?.id ?? '' }
}

describe('createJoinLink', () => {
  it('answers another link of an attendee once, keeps the mailed one working, and audits who made it', async () => {
    const { uuid, attendee_id, mailed } = await invited('copied@x.test')
    const { link, expires } = await presenter().createJoinLink({ uuid, attendee_id })
    expect(link).toContain(`/join-session/${uuid}?access_token=`)
    const { end_date_raw } = await presenter().getPitchDetail({ uuid })
    expect(Date.parse(expires)).toBe(Date.parse(end_date_raw) + 30 * 86_400_000)
    for (const access_token of [tokenOf(link), mailed]) {
      const joined = await stack.as('nobody').exchangeJoinLink({ uuid, access_token })
      expect(await stack.withToken(joined.access_token).getJoinInfo({ uuid })).toMatchObject({ email: 'copied@x.test' })
    }
    // only its hash is kept, and the audit log tells who, whom and which pitch, not the link
    const kept = await stack.db.select().from(joinLink).where(eq(joinLink.attendeeId, attendee_id))
    expect(kept).toHaveLength(2)
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, attendee_id))
    expect(noted).toMatchObject({ action: 'joinLink.create', actorId: stack.people.presenter.id })
    expect(JSON.stringify([kept, noted])).not.toContain(tokenOf(link))
  })

  it('[STATE-056] is one of those that are switched off together', async () => {
    const { uuid, attendee_id } = await invited('switched@x.test')
    const access_token = tokenOf((await presenter().createJoinLink({ uuid, attendee_id })).link)
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: true })
    await expect(stack.as('nobody').exchangeJoinLink({ uuid, access_token })).rejects.toMatchObject(
      refused('JoinLinkDisabled'),
    )
    await expect(presenter().createJoinLink({ uuid, attendee_id })).rejects.toMatchObject(refused('AttendeeNotFound'))
  })

  it('is for managers of the pitch, and for its attendees', async () => {
    const { pitchadmin, coHost } = stack.people
    const mine = await invited('mine@x.test', { moderator: pitchadmin.email, co_host: coHost.email, is_public: true })
    const other = await invited('other@x.test')
    const { uuid, attendee_id } = mine
    await stack.as('coHost').createJoinLink({ uuid, attendee_id })
    for (const id of [other.attendee_id, stack.people.investor.id])
      await expect(presenter().createJoinLink({ uuid, attendee_id: id })).rejects.toMatchObject(
        refused('AttendeeNotFound'),
      )
    for (const name of ['lumenAdmin', 'pitchadmin'] as const)
      await expect(stack.as(name).createJoinLink({ uuid, attendee_id })).rejects.toMatchObject(refused('PitchNotFound'))
    const joined = await stack.as('nobody').exchangeJoinLink({ uuid, access_token: mine.mailed })
    await expect(stack.withToken(joined.access_token).createJoinLink({ uuid, attendee_id })).rejects.toMatchObject(
      refused('NotAllowed'),
    )
  })

  it('is refused for a pitch that is locked', async () => {
    const { uuid, attendee_id } = await invited('locked@x.test')
    await stack.as('admin').updatePitchLockStatus({ uuid, is_locked: true })
    await expect(presenter().createJoinLink({ uuid, attendee_id })).rejects.toMatchObject(refused('PitchLocked'))
    await stack.as('admin').createJoinLink({ uuid, attendee_id })
  })

  it('makes ten links of one person in an hour, however many ask at once', async () => {
    const { uuid, attendee_id } = await invited('many@x.test')
    const attempts = await Promise.allSettled(
      Array.from({ length: 14 }, () => presenter().createJoinLink({ uuid, attendee_id })),
    )
    // one went out by mail
    expect(attempts.filter(one => one.status === 'fulfilled')).toHaveLength(9)
    const refusals = attempts.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refusals).toEqual(Array(5).fill('TooManyRequests'))
  })
})
