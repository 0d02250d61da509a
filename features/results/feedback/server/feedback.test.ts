import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedback } from '#features/results/feedback/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { shown } from '#testing/statement.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack({ TRUST_PROXY: 'true' })
})
afterAll(() => stack.stop())

const say = (uuid: string, who: PersonName, select: 'dislike' | 'unsure' | 'invest', more: object = {}) =>
  stack.as(who).createAttendeeFeedback({ uuid, select, ...more })

async function livePitch() {
  const pitch = await stack.create('presenter', {
    is_public: true,
    co_host: stack.people.coHost.email,
    attendees_arr: [{ email: stack.people.lumenInvestor.email }],
  })
  await stack.take(pitch.id, 'start')
  return pitch
}

describe('createAttendeeFeedback', () => {
  it('[CALL-018, PROD-026] takes feedback during the pitch and after it, not before', async () => {
    const { id, uuid } = await stack.create('presenter', { is_public: true })
    await expect(say(uuid, 'investor', 'invest')).rejects.toMatchObject({ code: 'FeedbackNotOpen' })
    await stack.take(id, 'start')
    expect(await say(uuid, 'investor', 'invest')).toEqual({ id: expect.any(String) })
    await stack.take(id, 'end')
    await say(uuid, 'secondInvestor', 'unsure')
    expect((await stack.as('presenter').getAttendeeFeedbackList({ uuid })).total).toBe(2)
  })

  it('[STATE-052, STATE-053, STATE-054] knows three choices and no other', async () => {
    const { uuid } = await livePitch()
    for (const select of ['dislike', 'unsure', 'invest'] as const) {
      await say(uuid, 'investor', select)
      expect(await stack.as('investor').getMyFeedback({ uuid })).toMatchObject({ select })
    }
    for (const select of ['', 'love', 'Invest', '1', "invest' or 1=1"])
      await expect(say(uuid, 'investor', select as 'invest')).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('replaces what the same person said before, also when two requests race', async () => {
    const { uuid } = await livePitch()
    const first = await say(uuid, 'investor', 'dislike', { note: 'Too early' })
    const both = await Promise.all([1, 2, 3].map(() => say(uuid, 'investor', 'invest', { note: 'Now I see' })))
    expect(new Set([first.id, ...both.map(one => one.id)]).size).toBe(1)
    const { items, total, counts } = await stack.as('presenter').getAttendeeFeedbackList({ uuid })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ select: 'invest', note: 'Now I see', email: stack.people.investor.email })
    expect(counts).toEqual({ dislike: 0, unsure: 0, invest: 1 })
  })

  it('[ENT-076] keeps choice, note, contact, person and the address that the server saw, beside their commitment', async () => {
    const { uuid } = await livePitch()
    const fields = { uuid, select: 'unsure', note: 'Line\nbreak', contact: 'ivy@x.test', ip: '6.6.6.6', user_id: 'x' }
    const headers = { authorization: `Bearer ${stack.people.investor.token}`, 'x-forwarded-for': '203.0.113.7' }
    const { body } = await rawCall(stack.app, 'createAttendeeFeedback', fields, { headers })
    const [row] = await stack.db.select().from(feedback).where(eq(feedback.id, body.data.id))
    expect(row).toMatchObject({ ip: '203.0.113.7', accountId: stack.people.investor.id })
    const said = { select: 'unsure', note: 'Line\nbreak', contact: 'ivy@x.test', user_id: stack.people.investor.id }
    const list = async () => (await stack.as('presenter').getAttendeeFeedbackList({ uuid })).items
    expect(await list()).toMatchObject([{ ...said, money_amount: '', initials: '' }])
    await stack.as('investor').commitInPitch({ uuid, money_amount: '25000', initials: 'II', ...shown })
    await say(uuid, 'secondInvestor', 'invest')
    expect(await list()).toMatchObject([{ money_amount: '' }, { ...said, money_amount: '$25,000', initials: 'II' }])
  })

  it('tells the managers of the pitch at once, and no other socket', async () => {
    const { id, uuid } = await livePitch()
    await say(uuid, 'investor', 'invest', { note: 'Call me' })
    const told = stack.rooms.recorded.filter(one => one.args[0] === id && one.act === 'signal')
    expect(told.map(one => one.args.slice(1, 3))).toEqual([['managers', 'feedbackGiven']])
    expect(told[0]?.args[3]).toMatchObject({ select: 'invest', user_id: stack.people.investor.id })
  })

  it('refuses presenters, and every account without access', async () => {
    const { uuid } = await livePitch()
    for (const name of ['presenter', 'coHost'] as const)
      await expect(say(uuid, name, 'invest')).rejects.toMatchObject({ code: 'NoPermission' })
    await say(uuid, 'lumenInvestor', 'invest')
    await expect(say(uuid, 'lumenAdmin', 'invest')).rejects.toMatchObject({ code: 'PitchNotFound' })
    await expect(stack.as('nobody').createAttendeeFeedback({ uuid, select: 'invest' })).rejects.toMatchObject({
      code: 'NotSignedIn',
    })
  })
})

describe('getAttendeeFeedbackList', () => {
  it('[CALL-013, PROD-015] lists what was said, with counts, a choice at a time and in pages', async () => {
    const { uuid } = await livePitch()
    await say(uuid, 'investor', 'invest')
    await say(uuid, 'secondInvestor', 'dislike', { note: '<script>alert(1)</script>' })
    await say(uuid, 'lumenInvestor', 'dislike')
    const list = (input: object = {}) => stack.as('presenter').getAttendeeFeedbackList({ uuid, ...input })
    const counts = { dislike: 2, unsure: 0, invest: 1 }
    expect(await list()).toMatchObject({ total: 3, counts })
    expect(await list({ select: 'dislike', limit: 1, page: 2 })).toMatchObject({
      total: 2,
      counts,
      items: [{ select: 'dislike', name: 'Ines Second', note: '<script>alert(1)</script>' }],
    })
  })

  it('shows it only to the managers of the pitch', async () => {
    const { uuid } = await livePitch()
    for (const name of ['presenter', 'coHost', 'admin', 'pitchadmin'] as const)
      await stack.as(name).getAttendeeFeedbackList({ uuid })
    for (const name of ['investor', 'lumenInvestor', 'member', 'lumenAdmin', 'useradmin'] as const)
      await expect(stack.as(name).getAttendeeFeedbackList({ uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
  })
})
