import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attendeeOf } from '#features/core/part/server/attendeeQueries.ts'
import { textsIn } from '#server/texts.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

/** A pitch with one invitee, who has come by their link. */
async function joined(invitee: { email: string; language?: 'zh-Hans' }, timezone?: string) {
  const pitch = await stack.create('presenter', { attendees_arr: [{ firstname: 'Lin', ...invitee }] })
  const mails = await stack.mailsTo(invitee.email)
  const link = {
    uuid: pitch.uuid,
    access_token: stack.tokenIn(mails.findLast(({ text }) => text.includes(pitch.uuid))),
  }
  const { access_token } = await stack.as('nobody').exchangeJoinLink({ ...link, ...(timezone && { timezone }) })
  return { ...pitch, client: stack.withToken(access_token) }
}
const inTraditional = textsIn('zh-Hant', 'commitment')('statement')
const signed = { statement: inTraditional, statement_version: 0, statement_language: 'zh-Hant' } as const
const commit = { money_amount: '$25,000', initials: '林', ...signed }

describe('updateLanguage', () => {
  it('is that of a person without an account from then on: who they are, and the mails of each pitch', async () => {
    const { id, client } = await joined({ email: 'lin@x.test' })
    const me = await client.getUserInfoByToken({})
    expect(me).toMatchObject({ language: 'en', language_guessed: true })
    await client.updateLanguage({ language: 'zh-Hant' })
    const now = await client.getUserInfoByToken({})
    expect(now.language).toBe('zh-Hant')
    expect(now).not.toHaveProperty('language_guessed')
    expect(await attendeeOf(stack.db, id, me.user_id)).toMatchObject({ language: 'zh-Hant' })
    const next = await stack.create('presenter', { attendees_arr: [{ email: 'lin@x.test' }] })
    const mail = (await stack.mailsTo('lin@x.test', 2)).find(({ text }) => text.includes(next.uuid))
    expect(mail?.language).toBe('zh-Hant')
  })

  it('is known where the invitation says it', async () => {
    const { client } = await joined({ email: 'wang@x.test', language: 'zh-Hans' })
    const me = await client.getUserInfoByToken({})
    expect(me.language).toBe('zh-Hans')
    expect(me).not.toHaveProperty('language_guessed')
  })

  it('changes nothing of an account with a password for who came by its link, but the mails of that pitch', async () => {
    const { id, email } = stack.people.investor
    const pitch = await joined({ email })
    await pitch.client.updateLanguage({ language: 'zh-Hans' })
    expect(await stack.as('investor').getUserInfoByToken({})).toMatchObject({ language: 'en' })
    expect(await attendeeOf(stack.db, pitch.id, id)).toMatchObject({ language: 'zh-Hans' })
    await stack.as('investor').updateLanguage({ language: 'zh-Hant' })
    expect(await stack.as('investor').getUserInfoByToken({})).toMatchObject({ language: 'zh-Hant' })
    await stack.as('investor').updatePersonalInfo({ language: 'en' })
    expect(await attendeeOf(stack.db, pitch.id, id)).toMatchObject({ language: 'en' })
  })

  it('[RULE-088, PROD-027] a receipt is in the language and zone in which it was signed, and its link opens the pitch', async () => {
    const email = 'mei@x.test'
    const { id, uuid, client } = await joined({ email }, 'Asia/Taipei')
    await stack.take(id, 'start')
    await client.commitInPitch({ uuid, ...commit })
    const receipt = (await stack.mailsTo(email, 2)).find(({ kind }) => kind === 'commitmentReceipt')
    expect(receipt).toMatchObject({ language: 'zh-Hant', subject: expect.stringContaining('認購意願確認') })
    for (const said of ['台北標準時間，UTC+08:00', '林', inTraditional]) expect(receipt?.text).toContain(said)
    const { access_token } = await stack
      .as('nobody')
      .exchangeJoinLink({ uuid, access_token: stack.tokenIn(receipt), timezone: 'no zone' })
    expect(await stack.withToken(access_token).getJoinInfo({ uuid })).toMatchObject({ email })
  })
})
