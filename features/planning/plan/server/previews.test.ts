import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '#testing/decks.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { uploadCall } from '#testing/upload.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const attach = async (uuid: string, pages: number) => {
  const file = { bytes: await makePdf(pages), name: 'Terms.pdf' }
  const { body } = await uploadCall(stack.app, 'updateSgCompanyInfo', stack.people.presenter.token, file, {
    ...{ uuid, document: 'dealterms' },
  })
  expect(body.error).toBeUndefined()
}
const pagesOf = async (uuid: string, who: PersonName = 'investor') =>
  (await stack.as(who).getPitchDocumentPages({ uuid, document: 'dealterms' })).pages
const get = (url: string, who?: PersonName) =>
  stack.app.inject({ url, headers: who ? { authorization: `Bearer ${stack.people[who].token}` } : {} })

it('[ENT-022] shows the first pages of a document as pictures, by addresses that open with the session alone', async () => {
  const { uuid } = await stack.create('presenter', { is_public: true })
  expect(await pagesOf(uuid)).toEqual([])
  await attach(uuid, 2)
  // two people who ask first at the same moment
  const [pages, same] = await Promise.all([pagesOf(uuid), pagesOf(uuid, 'secondInvestor')])
  expect(pages).toHaveLength(2)
  expect(same).toEqual(pages)
  expect(await pagesOf(uuid)).toEqual(pages)
  for (const page of pages) {
    const answer = await get(page, 'investor')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect((await get(page)).statusCode).toBe(401)
    expect((await get(page, 'lumenInvestor')).statusCode).toBe(404)
  }
  expect((await get(`${pages[0]}0`, 'investor')).statusCode).toBe(404)
  // another document takes its place, then the team keeps it
  await attach(uuid, 1)
  expect((await get(pages[0] ?? '', 'investor')).statusCode).toBe(404)
  expect(await pagesOf(uuid)).toHaveLength(1)
  await stack.as('presenter').updateSgCompanyInfo({ uuid, attach_pdfs_to_company_info_section: false })
  expect(await pagesOf(uuid)).toEqual([])
  expect(await pagesOf(uuid, 'presenter')).toHaveLength(1)
})

it('[ENT-022] draws no more than the first twenty pages', async () => {
  const { uuid } = await stack.create('presenter', { is_public: true })
  await attach(uuid, 23)
  expect(await pagesOf(uuid)).toHaveLength(20)
}, 60_000)
