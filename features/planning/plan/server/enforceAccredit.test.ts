import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { shown } from '#testing/statement.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const HOUR = 3_600_000
const accredit = async (until: number | null, accreditationPending = false) => {
  const accreditedUntil = until === null ? null : new Date(Date.now() + until)
  const { id } = stack.people.investor
  await stack.db.update(account).set({ accreditedUntil, accreditationPending }).where(eq(account.id, id))
}
beforeEach(() => accredit(null))

/** A pitch for accredited investors, with Ivy on its list. */
async function enforced(change: Partial<typeof pitch.$inferInsert> = {}) {
  const made = await seedPitch(stack, { enforceAccredit: true, exemption: 'rule506c', ...change })
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  const ivy = stack.withToken(token)
  const { uuid } = made
  const gap = async () => (await ivy.getJoinInfo({ uuid })).accreditation_gap
  const refusal = async (of: Parameters<RoomStack['connect']>[0] = { token }) => {
    const seen = follow(stack.connect(of, uuid))
    await until(() => seen.refused || seen.first)
    return seen.refused
  }
  return { made, uuid, token, ivy, gap, refusal }
}

describe('enforce_accredit', () => {
  it('shuts the room, its slides, its video and its calls to an attendee without an accreditation, and says what is missing', async () => {
    const { uuid, ivy, gap, refusal } = await enforced()
    await stack.as('presenter').startPitch({ uuid })
    expect(await gap()).toBe('missing')
    expect(await refusal()).toBe('AccreditationNeeded')
    const closed = [
      ivy.getPitchStatus({ uuid }),
      ivy.sgGetPitchPagesData({ pitch_uuid: uuid }),
      ivy.getAgoraToken({ pitch_uuid: uuid }),
      ivy.getSessionInfo({ uuid }),
      ivy.getRoomPeople({ pitch_uuid: uuid }),
      ivy.getReplay({ uuid }),
      ivy.hasReplay({ uuid }),
      ivy.commitInPitch({ uuid, money_amount: '$5', initials: 'II', ...shown }),
    ]
    expect(await outcomesOf(closed)).toEqual(closed.map(() => 'AccreditationNeeded'))
    await accredit(null, true)
    expect(await gap()).toBe('pending')
    await accredit(-HOUR)
    expect(await gap()).toBe('expired')
    expect(await refusal()).toBe('AccreditationNeeded')
  })

  it('lets an accredited attendee in, and asks nothing of a pitch without it', async () => {
    const { uuid, ivy, gap, refusal } = await enforced()
    await accredit(HOUR)
    await stack.as('presenter').startPitch({ uuid })
    expect([await gap(), await refusal()]).toEqual(['', undefined])
    await ivy.commitInPitch({ uuid, money_amount: '$5', initials: 'II', ...shown })
    await accredit(null)
    const open = await enforced({ enforceAccredit: false })
    expect([await open.gap(), await open.refusal()]).toEqual(['', undefined])
  })

  it('shuts nobody out who runs the pitch', async () => {
    const { uuid, refusal } = await enforced({ coHosts: [stack.people.coHost.email] })
    for (const who of ['presenter', 'coHost', 'pitchadmin', 'admin', 'superadmin'] as const) {
      expect(await refusal(who), who).toBeUndefined()
      expect((await stack.as(who).getJoinInfo({ uuid })).accreditation_gap).toBe('')
    }
  })

  it('gives the documents beside the texts to accredited attendees alone', async () => {
    const aboutFile = { key: 'pitch-documents/x/abc.pdf', filename: 'about.pdf' }
    await stack.frame.storage.put(aboutFile.key, Buffer.from('%PDF-1.4'))
    const { uuid, ivy, token } = await enforced({ aboutFile, attachPdfs: true, about: 'What it makes.' })
    const url = `/pitch-documents/${uuid}/about/abc`
    const status = async () =>
      (await stack.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
    const detail = () => ivy.getPitchDetail({ uuid })
    expect(await detail()).toMatchObject({ about: 'What it makes.', about_file: null, accreditation_gap: 'missing' })
    expect(await status()).toBe(403)
    await accredit(HOUR)
    expect(await detail()).toMatchObject({ about_file: { url }, enforce_accredit: true, accreditation_gap: '' })
    expect(await status()).toBe(200)
  })

  it('keeps a person who was accredited at the start until the end, but takes no money of theirs', async () => {
    const { uuid, made, ivy, refusal } = await enforced()
    await accredit(HOUR)
    await stack.as('presenter').startPitch({ uuid })
    // an hour later
    await stack.db
      .update(pitch)
      .set({ realStartAt: new Date(Date.now() - HOUR) })
      .where(eq(pitch.id, made.id))
    await accredit(-60_000)
    expect(await refusal()).toBeUndefined()
    expect(await outcomesOf([ivy.getPitchStatus({ uuid })])).toEqual(['done'])
    const money = () => ivy.commitInPitch({ uuid, money_amount: '$5', initials: 'II', ...shown })
    expect(await outcomesOf([money()])).toEqual(['AccreditationNeeded'])
    await stack.as('presenter').endPitch({ uuid })
    expect(await outcomesOf([ivy.getPitchStatus({ uuid })])).toEqual(['AccreditationNeeded'])
  })

  it('keeps what a person committed before their accreditation ended', async () => {
    const { uuid, ivy } = await enforced()
    await accredit(HOUR)
    await stack.as('presenter').startPitch({ uuid })
    await ivy.commitInPitch({ uuid, money_amount: '$5', initials: 'II', ...shown })
    await stack.as('presenter').endPitch({ uuid })
    await accredit(-60_000)
    expect(await ivy.getMyCommitment({ uuid })).toMatchObject({ is_committed: true, money_amount: '$5' })
  })

  it('shuts the recording, segment by segment', async () => {
    const { uuid, get, made, presenter } = await recordedPitch(stack)
    await presenter.answerRecording({ pitch_uuid: uuid, agrees: true, words: CONSENT_WORDS })
    const { token, attendeeId } = await seedAttendee(stack, made, stack.people.investor)
    await stack.db.update(attendee).set({ invitedAt: new Date() }).where(eq(attendee.id, attendeeId))
    await stack.as('pitchadmin').approveRecording({ uuid })
    await stack.db.update(pitch).set({ enforceAccredit: true, exemption: 'rule506c' }).where(eq(pitch.id, made.id))
    expect((await get('s0.m4s', { token })).statusCode).toBe(403)
    expect(await outcomesOf([stack.withToken(token).getReplay({ uuid })])).toEqual(['AccreditationNeeded'])
    await accredit(HOUR)
    expect((await get('s0.m4s', { token })).statusCode).toBe(200)
    await accredit(-1000)
    expect((await get('s0.m4s', { token })).statusCode).toBe(403)
  })

  it('needs the exemption of the offering, in a pitch and not yet in a draft', async () => {
    const { uuid } = await enforced()
    const { no_file: _no, ...form } = pitchForm()
    const update = (change: object) =>
      stack.as('presenter').updatePitch({ uuid, ...form, enforce_accredit: true, ...change })
    await expect(update({ exemption: '' })).rejects.toMatchObject({ fields: { exemption: 'required' } })
    await update({ exemption: 'rule506b' })
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({
      enforce_accredit: true,
      exemption: 'rule506b',
    })
    const draft = await stack.as('presenter').createPitchDraftByPresenter({ enforce_accredit: true })
    expect(draft).toMatchObject({ id: expect.any(String) })
  })
})
