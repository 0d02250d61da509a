import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionRatings } from '#features/results/feedback/rules.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

/** A pitch that has ended, and in whose room these people were. */
async function endedPitch(...there: PersonName[]) {
  const pitch = await stack.create('presenter', { is_public: true })
  const stay = { pitchId: pitch.id, serverId: crypto.randomUUID(), part: 'attendee' as const, joinedAt: new Date() }
  for (const name of there) await stack.db.insert(attendance).values({ ...stay, accountId: stack.people[name].id })
  await stack.take(pitch.id, 'start', 'end')
  return pitch
}
const rate = (uuid: string, who: PersonName, rating: (typeof sessionRatings)[number], note = '') =>
  stack.as(who).createPitchEPFeedback({ uuid, rating, note })

describe('createPitchEPFeedback', () => {
  it('[CALL-019, CONST-051] takes five ratings of the session, and no other', async () => {
    const { uuid } = await endedPitch('investor')
    expect(sessionRatings).toEqual(['veryBad', 'bad', 'general', 'good', 'veryGood'])
    for (const rating of sessionRatings) {
      await rate(uuid, 'investor', rating, 'Sound')
      const mine = await stack.as('investor').getMyPitchEPFeedback({ uuid })
      expect(mine).toEqual({ may_rate: true, rating, note: 'Sound' })
    }
    await expect(rate(uuid, 'investor', 'great' as 'good')).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('counts once for a person, and the last word counts, also when requests race', async () => {
    const { uuid } = await endedPitch('investor')
    const first = await rate(uuid, 'investor', 'bad')
    const more = await Promise.all([1, 2, 3].map(() => rate(uuid, 'investor', 'good')))
    expect(new Set([first.id, ...more.map(one => one.id)]).size).toBe(1)
    const { total, counts } = await stack.as('presenter').getPitchEPFeedbackList({ uuid })
    expect({ total, counts }).toEqual({ total: 1, counts: { veryBad: 0, bad: 0, general: 0, good: 1, veryGood: 0 } })
  })

  it('is for everybody who was in the room, presenters included, once the pitch has ended', async () => {
    const { uuid } = await endedPitch('investor', 'presenter')
    await rate(uuid, 'presenter', 'veryGood')
    await expect(rate(uuid, 'secondInvestor', 'bad')).rejects.toMatchObject({ code: 'NoPermission' })
    expect(await stack.as('secondInvestor').getMyPitchEPFeedback({ uuid })).toMatchObject({ may_rate: false })
    await expect(rate(uuid, 'lumenAdmin', 'bad')).rejects.toMatchObject({ code: 'PitchNotFound' })
    const live = await stack.create('presenter', { is_public: true })
    await stack.take(live.id, 'start')
    await expect(rate(live.uuid, 'investor', 'good')).rejects.toMatchObject({ code: 'RatingNotOpen' })
    expect(await stack.as('investor').getMyPitchEPFeedback({ uuid: live.uuid })).toMatchObject({ may_rate: false })
  })
})

describe('getPitchEPFeedbackList', () => {
  it('[CALL-014, CONST-051] tells how many rated how, and what they wrote, in pages', async () => {
    const { uuid } = await endedPitch('investor', 'secondInvestor')
    await rate(uuid, 'investor', 'veryBad', '<b>No sound</b>')
    await rate(uuid, 'secondInvestor', 'good')
    const list = (input: object = {}) => stack.as('presenter').getPitchEPFeedbackList({ uuid, ...input })
    const all = await list()
    expect(all).toMatchObject({ total: 2, counts: { veryBad: 1, bad: 0, general: 0, good: 1, veryGood: 0 } })
    expect(all.items[1]).toMatchObject({
      rating: 'veryBad',
      note: '<b>No sound</b>',
      email: stack.people.investor.email,
    })
    expect((await list({ limit: 1, page: 2 })).items).toEqual([all.items[1]])
  })

  it('is shown to the managers of the pitch only', async () => {
    const { uuid } = await endedPitch('investor')
    for (const name of ['presenter', 'admin', 'pitchadmin'] as const)
      await stack.as(name).getPitchEPFeedbackList({ uuid })
    for (const name of ['investor', 'member', 'useradmin', 'lumenAdmin'] as const)
      await expect(stack.as(name).getPitchEPFeedbackList({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })
})
