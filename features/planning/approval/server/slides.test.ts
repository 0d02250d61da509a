import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { deckJobs } from '#features/room/deck/server/jobs.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makePdf } from '#testing/decks.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'

let stack: DeckStack
beforeAll(async () => {
  stack = await startDeckStack({}, {}, { converts: false })
})
afterAll(() => stack.stop())

const approve = (uuid: string) => stack.as('pitchadmin').approvePitch({ uuid })
const statusOf = async (uuid: string) => (await stack.as('pitchadmin').getPitchReview({ uuid })).audit_status
const give = async (uuid: string, name: string) => (await stack.give('presenter', uuid, name, await makePdf(1))).id
/** Converts a file, as the job does that no server of this test runs by itself. */
const convert = (deckFileId: string) =>
  deckJobs.convertDeck({ deckFileId }, stack.frame, { attempt: 1, lastAttempt: true, signal: undefined })
const given = async (uuid: string, name: string) => {
  const id = await give(uuid, name)
  await convert(id)
  return id
}
const setApproved = (uuid: string) => stack.db.update(pitch).set({ approval: 'approved' }).where(eq(pitch.uuid, uuid))

describe('slides that are not ready', () => {
  it('[STATE-024] are approved by nobody: not while they wait, nor while they are converted', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const id = await give(uuid, 'Deck.pdf')
    expect(await outcomesOf([approve(uuid)])).toEqual(['SlidesNotReady'])
    await stack.db.update(deckFile).set({ status: 'converting' }).where(eq(deckFile.id, id))
    expect(await outcomesOf([approve(uuid)])).toEqual(['SlidesNotReady'])
    expect(await statusOf(uuid)).toBe('none')
    await convert(id)
    await approve(uuid)
    expect(await statusOf(uuid)).toBe('approved')
  })

  it('hold back no approval once their conversion has failed, or they are deleted', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    await given(uuid, 'Deck.pdf')
    const [failed, deleted] = [await give(uuid, 'Failed.pdf'), await give(uuid, 'Deleted.pdf')]
    await stack.db.update(deckFile).set({ status: 'failed' }).where(eq(deckFile.id, failed))
    await stack.as('presenter').deletePitchFile({ pitch_uuid: uuid, file_id: deleted })
    await approve(uuid)
    expect(await statusOf(uuid)).toBe('approved')
  })

  it('take an approval back when they become ready after it, and not once the pitch has begun', async () => {
    for (const [state, status] of [
      ['scheduled', 'pending'],
      ['inProgress', 'approved'],
    ] as const) {
      const { uuid } = await stack.pitchOf('presenter')
      const id = await give(uuid, 'Deck.pdf')
      // an approval at the moment of the upload does not see the file
      await setApproved(uuid)
      await stack.db.update(pitch).set({ state }).where(eq(pitch.uuid, uuid))
      await convert(id)
      expect(await statusOf(uuid)).toBe(status)
    }
  })
})

describe('other slides', () => {
  it('take an approval back: a new file, another order, a deletion and its undoing', async () => {
    const { uuid: pitch_uuid } = await stack.pitchOf('presenter')
    const file_id = await given(pitch_uuid, 'One.pdf')
    await approve(pitch_uuid)
    const presenter = stack.as('presenter')
    const changes = [
      () => give(pitch_uuid, 'Two.pdf'),
      () => presenter.updatePitchFile({ pitch_uuid, file_id, position: 1 }),
      () => presenter.deletePitchFile({ pitch_uuid, file_id }),
      () => presenter.restorePitchFile({ pitch_uuid, file_id }),
    ]
    for (const [at, change] of changes.entries()) {
      await setApproved(pitch_uuid)
      await change()
      expect([at, await statusOf(pitch_uuid)]).toEqual([at, 'pending'])
    }
    const { items } = await presenter.getPitchFileList({ pitch_uuid })
    for (const { id, status } of items) if (status === 'waiting') await convert(id)
  })
})

describe('the slides of a version before', () => {
  const picture = async (by: PersonName, key: string) => {
    const headers = { authorization: `Bearer ${stack.people[by].token}` }
    return (await stack.app.inject({ url: `/decks/${key}/medium`, headers })).statusCode
  }

  it('are shown to those who compare them alone', async () => {
    const { people } = stack
    const { uuid } = await stack.pitchOf('presenter', { isPublic: true, moderators: [people.coHost.email] })
    const old = await given(uuid, 'Old.pdf')
    await approve(uuid)
    await given(uuid, 'New.pdf')
    const key = (await stack.as('pitchadmin').getPitchReview({ uuid })).before?.slides[0]?.key ?? ''
    // everyone who sees the pitch sees its slides
    for (const by of ['coHost', 'investor'] as const) expect([by, await picture(by, key)]).toEqual([by, 200])
    await stack.as('presenter').deletePitchFile({ pitch_uuid: uuid, file_id: old })
    const review = await stack.as('pitchadmin').getPitchReview({ uuid })
    expect(review.before?.slides.map(slide => slide.key)).toContain(key)
    expect(review.now.slides.map(slide => slide.key)).not.toContain(key)
    for (const by of ['presenter', 'pitchadmin', 'admin', 'superadmin'] as const)
      expect([by, await picture(by, key)]).toEqual([by, 200])
    for (const by of ['coHost', 'investor', 'member', 'useradmin', 'lumenAdmin', 'lumenPresenter'] as const)
      expect([by, await picture(by, key)]).toEqual([by, 404])
    expect((await stack.app.inject({ url: `/decks/${key}/medium` })).statusCode).toBe(401)
  })
})
