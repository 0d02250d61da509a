import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { newToken } from '#server/tokens.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makePdf, makePptx } from '#testing/decks.ts'
import { deckFile, deckLocation } from './tables.ts'

let stack: DeckStack
let pdf: Buffer
beforeAll(async () => {
  stack = await startDeckStack()
  pdf = await makePdf(2)
})
afterAll(() => stack.stop())

/** A pitch with these files, all of them pages already. */
async function pitchWith(...names: string[]) {
  const pitch = await stack.pitchOf('presenter')
  const files = []
  for (const name of names) {
    const given = await stack.give('presenter', pitch.uuid, name, pdf)
    files.push(await stack.converted('presenter', pitch.uuid, given.id))
  }
  return { pitch, files, pitch_uuid: pitch.uuid }
}

const get = (url: string, token?: string) =>
  stack.app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })

/** An attendee with a join link. */
async function joinSession(pitchId: number, accountId: string, organisationId: string) {
  const { token, hash } = newToken()
  const tokenExpiresAt = new Date(Date.now() + 3_600_000)
  await stack.db
    .insert(session)
    .values({ kind: 'join', accountId, organisationId, pitchId, tokenHash: hash, tokenExpiresAt, ip: '127.0.0.1' })
  return token
}

const invite = (pitchId: number, accountId: string, organisationId: string, change = {}) =>
  stack.db
    .insert(attendee)
    .values({ pitchId, accountId, organisationId, email: `${accountId}@x.test`, ...change } as never)

describe('createPitchFile', () => {
  it('[PROD-013, CALL-232, CALL-051, RULE-052] makes numbered pages with pictures and text of a pptx and a pdf, in their order', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const slides = [
      { title: 'Hello slides', lines: ['first'] },
      { title: '营收增长三倍', lines: ['繁體中文'] },
    ]
    const first = await stack.give('presenter', uuid, 'deck.pptx', await makePptx(slides))
    const second = await stack.give('presenter', uuid, 'more.pdf', await makePdf(3))
    expect([first.error, second.error]).toEqual([undefined, undefined])
    expect(await stack.converted('presenter', uuid, first.id)).toMatchObject({
      status: 'ready',
      pages: 2,
      failure: null,
    })
    await stack.converted('presenter', uuid, second.id)
    const data = await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid: uuid })
    expect(data).toMatchObject({ status: 'ready', total: 5 })
    expect(data.pages.map(page => page.page)).toEqual([1, 2, 3, 4, 5])
    expect(data.pages[0]).toMatchObject({ width: 1920, height: 1080 })
    expect(data.pages[0]?.text).toContain('Hello slides')
    expect(data.pages[1]?.text).toContain('营收增长三倍')
    expect(data.pages[4]?.text).toBe('Page 3')
    for (const url of [data.pages[0]?.url, data.pages[0]?.medium_url, data.pages[0]?.thumb_url]) {
      const picture = await get(url ?? '', stack.people.presenter.token)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
      expect(picture.headers['cache-control']).toMatch(/^private/)
      expect(picture.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8')
    }
    const told = stack.rooms.recorded
      .filter(({ act }) => act === 'publish')
      .flatMap(({ args }) => args[1] as { type: string }[])
    expect(told.at(-1)).toMatchObject({ type: 'deckChanged', payload: { pages: 5 } })
  }, 60_000)

  it('signals the room when the last page is ready, however soon that is', async () => {
    const { files } = await pitchWith('quick.pdf')
    const told = stack.rooms.recorded.filter(({ act, args }) => act === 'signal' && args[2] === 'deckProgress')
    const last = { file_id: files[0]?.id, pages_ready: 2, pages: 2 }
    expect(told.at(-1)?.args.slice(1)).toEqual(['everybody', 'deckProgress', last])
  })

  it('[RULE-054] refuses a second file of the same name, in any case; of two that race one is taken', async () => {
    const { pitch_uuid } = await pitchWith('Deck.pdf')
    expect(await stack.give('presenter', pitch_uuid, 'deck.PDF', pdf)).toMatchObject({ error: 'DeckNameTaken' })
    const race = await Promise.all([1, 2].map(() => stack.give('presenter', pitch_uuid, 'race.pdf', pdf)))
    expect(race.map(({ error }) => error ?? 'taken').sort()).toEqual(['DeckNameTaken', 'taken'])
    expect((await stack.as('presenter').getPitchFileList({ pitch_uuid })).total).toBe(2)
  })

  it('[RULE-052] refuses a name or a content that is no deck, and a call without a file', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    expect(await stack.give('presenter', uuid, 'deck.exe', pdf)).toMatchObject({ error: 'DeckTypeNotAllowed' })
    expect(await stack.give('presenter', uuid, 'deck.pptx', Buffer.from('no deck'))).toMatchObject({
      error: 'DeckTypeNotAllowed',
    })
    await expect(stack.as('presenter').createPitchFile({ pitch_uuid: uuid })).rejects.toMatchObject({
      code: 'DeckRequired',
    })
    const traversal = await stack.give('presenter', uuid, '../../../etc/cron.d/deck.pdf', pdf)
    expect(traversal.name).toBe('deck.pdf')
  })

  it('is refused once a pitch is over, and holds no more than 20 files', async () => {
    const over = await stack.pitchOf('presenter', { state: 'over' })
    expect(await stack.give('presenter', over.uuid, 'late.pdf', pdf)).toMatchObject({ error: 'PitchStateForbids' })
    const { pitch, pitch_uuid } = await pitchWith()
    const { organisationId, id: uploadedBy } = stack.people.presenter
    const row = { organisationId, uploadedBy, pitchId: pitch.id, type: 'pdf', size: 1, status: 'ready' } as const
    await stack.db
      .insert(deckFile)
      .values(Array.from({ length: 20 }, (_, n) => ({ ...row, name: `${n}.pdf`, position: n })))
    expect(await stack.give('presenter', pitch_uuid, 'more.pdf', pdf)).toMatchObject({ error: 'DeckTooManyFiles' })
  })
})

describe('updatePitchFile', () => {
  it('[CALL-233] moves a file to another place, and the pages with it', async () => {
    const { pitch_uuid, files } = await pitchWith('a.pdf', 'b.pdf', 'c.pdf')
    await stack.as('presenter').updatePitchFile({ pitch_uuid, file_id: files[2]?.id ?? '', position: 0 })
    const { items } = await stack.as('presenter').getPitchFileList({ pitch_uuid })
    expect(items.map(({ name, position }) => [name, position])).toEqual([
      ['c.pdf', 0],
      ['a.pdf', 1],
      ['b.pdf', 2],
    ])
    const { pages } = await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })
    expect(pages.map(page => page.file_id)).toEqual([2, 2, 0, 0, 1, 1].map(n => files[n]?.id))
    expect(pages.map(page => page.page)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('[CALL-233] replaces a broken file, also by one of the same name; those who attend see its pages no more', async () => {
    const { pitch, pitch_uuid, files } = await pitchWith('a.pdf', 'b.pdf')
    const { investor, presenter } = stack.people
    await invite(pitch.id, investor.id, investor.organisationId)
    const [broken] = files
    const before = (await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })).pages[0]
    await stack.db
      .update(deckFile)
      .set({ status: 'failed', failure: 'DeckDamaged' })
      .where(eq(deckFile.id, broken?.id ?? ''))
    const fields = { pitch_uuid, file_id: broken?.id ?? '' }
    const better = await stack.send('presenter', 'updatePitchFile', fields, 'a.pdf', await makePdf(3))
    expect(better).toMatchObject({ name: 'a.pdf', position: 0 })
    await stack.converted('presenter', pitch_uuid, better.id)
    const data = await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })
    expect(data.pages.map(page => page.file_id)).toEqual([better.id, better.id, better.id, files[1]?.id, files[1]?.id])
    const status = async (token: string) => (await get(before?.url ?? '', token)).statusCode
    expect(await status(investor.token)).toBe(404)
    // a review of the pitch compares with them
    expect(await status(presenter.token)).toBe(200)
  })

  it('converts a file again that could not be converted', async () => {
    const { pitch_uuid, files } = await pitchWith('a.pdf')
    const file_id = files[0]?.id ?? ''
    await stack.db
      .update(deckFile)
      .set({ status: 'failed', failure: 'DeckNotConverted', pages: null })
      .where(eq(deckFile.id, file_id))
    expect(await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })).toMatchObject({
      status: 'failed',
      total: 0,
      pages: [],
    })
    await stack.as('presenter').updatePitchFile({ pitch_uuid, file_id, convert_again: true })
    expect(await stack.converted('presenter', pitch_uuid, file_id)).toMatchObject({
      status: 'ready',
      pages: 2,
      failure: null,
    })
  })
})

describe('deletePitchFile', () => {
  it('[CALL-064, RULE-053] deletes a file and never the last one; of two that race one stays', async () => {
    const { pitch_uuid, files } = await pitchWith('a.pdf', 'b.pdf')
    const outcomes = await Promise.allSettled(
      files.map(({ id }) => stack.as('presenter').deletePitchFile({ pitch_uuid, file_id: id })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { items } = await stack.as('presenter').getPitchFileList({ pitch_uuid })
    expect(items).toHaveLength(1)
    await expect(
      stack.as('presenter').deletePitchFile({ pitch_uuid, file_id: items[0]?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'DeckLastFile' })
  })

  it('can be undone, unless another file has the name by then', async () => {
    const { pitch_uuid, files } = await pitchWith('a.pdf', 'b.pdf')
    const file_id = files[0]?.id ?? ''
    const as = stack.as('presenter')
    await as.deletePitchFile({ pitch_uuid, file_id })
    expect((await as.sgGetPitchPagesData({ pitch_uuid })).total).toBe(2)
    expect(await as.restorePitchFile({ pitch_uuid, file_id })).toMatchObject({ name: 'a.pdf' })
    expect((await as.sgGetPitchPagesData({ pitch_uuid })).pages.map(page => page.file_id)[0]).toBe(file_id)
    await as.deletePitchFile({ pitch_uuid, file_id })
    await stack.give('presenter', pitch_uuid, 'A.pdf', pdf)
    await expect(as.restorePitchFile({ pitch_uuid, file_id })).rejects.toMatchObject({ code: 'DeckNameTaken' })
  })
})

describe('getPitchFileLocation', () => {
  it('[CALL-063] gives an address of the file as it was uploaded, for its caller alone and for ten minutes', async () => {
    const { pitch_uuid, files } = await pitchWith('Größe 大.pdf')
    const found = await stack.as('presenter').getPitchFileLocation({ pitch_uuid, file_id: files[0]?.id ?? '' })
    const { token } = stack.people.presenter
    const answer = await get(found.url, token)
    expect(answer.rawPayload.equals(pdf)).toBe(true)
    expect(answer.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E5%A4%A7.pdf")
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    for (const other of [undefined, stack.people.admin.token, stack.people.lumenAdmin.token])
      expect((await get(found.url, other)).statusCode).toBe(other ? 404 : 401)
    await stack.db.update(deckLocation).set({ expiresAt: new Date(Date.now() - 1) })
    expect((await get(found.url, token)).statusCode).toBe(404)
  })
})

describe('whose files they are', () => {
  it('every call answers 404 for a pitch of another organisation, and for one that the caller only attends', async () => {
    const { pitch, pitch_uuid, files } = await pitchWith('a.pdf', 'b.pdf')
    const { id, organisationId } = stack.people.investor
    await invite(pitch.id, id, organisationId)
    const file_id = files[0]?.id ?? ''
    for (const who of ['lumenAdmin', 'lumenPresenter', 'investor', 'coHost'] as const) {
      const as = stack.as(who)
      const calls = [
        as.getPitchFileList({ pitch_uuid }),
        as.createPitchFile({ pitch_uuid, upload_id: 'x' }),
        as.updatePitchFile({ pitch_uuid, file_id, position: 1 }),
        as.deletePitchFile({ pitch_uuid, file_id }),
        as.restorePitchFile({ pitch_uuid, file_id }),
        as.getPitchFileLocation({ pitch_uuid, file_id }),
      ]
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome, who).toMatchObject({ status: 'rejected', reason: { code: 'PitchNotFound' } })
      expect(await stack.give(who, pitch_uuid, 'x.pdf', pdf)).toMatchObject({ error: 'PitchNotFound' })
    }
    await expect(stack.as('lumenPresenter').sgGetPitchPagesData({ pitch_uuid })).rejects.toMatchObject({
      code: 'PitchNotFound',
    })
    expect((await stack.as('investor').sgGetPitchPagesData({ pitch_uuid })).total).toBe(4)
  })

  it('a file’s id works with its own pitch only', async () => {
    const [one, other] = [await pitchWith('a.pdf', 'b.pdf'), await pitchWith('c.pdf', 'd.pdf')]
    const pair = { pitch_uuid: one.pitch_uuid, file_id: other.files[0]?.id ?? '' }
    const as = stack.as('presenter')
    for (const outcome of await Promise.allSettled([
      as.updatePitchFile({ ...pair, position: 0 }),
      as.deletePitchFile(pair),
      as.restorePitchFile(pair),
      as.getPitchFileLocation(pair),
    ]))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'DeckFileNotFound' } })
  })

  it('shows a page’s picture only to people who may see the pitch now', async () => {
    const { pitch, pitch_uuid } = await pitchWith('a.pdf')
    const { investor, secondInvestor, lumenInvestor, lumenAdmin, presenter, admin } = stack.people
    await invite(pitch.id, investor.id, investor.organisationId)
    const joined = await joinSession(pitch.id, investor.id, investor.organisationId)
    const elsewhere = await joinSession((await stack.pitchOf('presenter')).id, investor.id, investor.organisationId)
    const url = (await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })).pages[0]?.url ?? ''
    const status = async (token?: string) => (await get(url, token)).statusCode
    for (const token of [presenter.token, admin.token, investor.token, joined]) expect(await status(token)).toBe(200)
    for (const token of [secondInvestor.token, lumenInvestor.token, lumenAdmin.token, elsewhere])
      expect(await status(token)).toBe(404)
    expect(await status()).toBe(401)
    // An address that is known is of no use any longer once access has been taken back.
    await stack.db.update(attendee).set({ disabledAt: new Date() }).where(eq(attendee.accountId, investor.id))
    for (const token of [investor.token, joined]) expect(await status(token)).toBe(404)
  })

  it('pages cannot be guessed or walked to, and no encoded path leads out', async () => {
    const { pitch_uuid } = await pitchWith('a.pdf')
    const { pages } = await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })
    const key = pages[0]?.url.split('/')[2] ?? ''
    expect(key).toMatch(/^[\w-]{22}$/) // 128 bits
    const { token } = stack.people.presenter
    const paths = [
      `/decks/${key}/huge`,
      `/decks/${key.slice(0, -1)}/large`,
      `/decks/${key}x/large`,
      '/decks/..%2f..%2fetc%2fpasswd/large',
      `/decks/${key}/..%2f..%2f..%2fpostgres`,
      `/decks/${key}/%2e%2e%2flarge`,
      '/decks/files/..%2f..%2f..%2fetc%2fpasswd',
      '/decks/files/%2e%2e/%2e%2e/etc/passwd',
      '/decks/%00/large',
      '/decks/%5c..%5c..%5cx/large',
      '/uploads/..%2f..%2fpostgres%2fPG_VERSION',
    ]
    for (const path of paths) expect([400, 404], path).toContain((await get(path, token)).statusCode)
  })
})
