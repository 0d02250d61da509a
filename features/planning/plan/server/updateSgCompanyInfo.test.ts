import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { planJobs } from '#features/planning/plan/server/jobs.ts'
import { makePdf } from '#testing/decks.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
let terms: Buffer
beforeAll(async () => {
  stack = await startPitchStack()
  terms = await makePdf(1)
})
afterAll(() => stack.stop())

type Fields = Record<string, string>

/** Sends the form with a file, as a browser does. */
async function send(
  who: PersonName,
  fields: Fields,
  file?: { name: string; bytes: Buffer },
  call = 'updateSgCompanyInfo',
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  if (file) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await stack.app.inject({
    method: 'POST',
    url: `/webapi/rest/app/token/${call}`,
    headers: {
      authorization: `Bearer ${stack.people[who].token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json() as { code: 0 | 1; error?: string; fields?: Fields }
}

const attach = (uuid: string, name = 'Terms.pdf', bytes = terms, who: PersonName = 'presenter') =>
  send(who, { uuid, document: 'dealterms' }, { name, bytes })

const detail = (uuid: string) => stack.as('presenter').getPitchDetail({ uuid })

const download = (url: string, who?: PersonName) =>
  stack.app.inject({ url, headers: who ? { authorization: `Bearer ${stack.people[who].token}` } : {} })

describe('updateSgCompanyInfo', () => {
  it('[CALL-027] changes the texts that are given and leaves the others', async () => {
    const { uuid } = await stack.create('presenter', { about: 'Anvils', highlights: 'Two patents' })
    await stack.as('presenter').updateSgCompanyInfo({ uuid, about: 'Anvils and rockets' })
    expect(await detail(uuid)).toMatchObject({ about: 'Anvils and rockets', highlights: 'Two patents' })
    expect(await stack.actionsOn(uuid)).toContain('pitch.companyInfo')
  })

  it('[ENT-007, CALL-027] keeps a document beside a text, with address and name, and replaces or removes it', async () => {
    const { uuid } = await stack.create('presenter')
    expect(await detail(uuid)).toMatchObject({ about_file: null, highlights_file: null, dealterms_file: null })
    expect(await attach(uuid)).toMatchObject({ code: 1 })
    const first = (await detail(uuid)).dealterms_file
    expect(first).toEqual({ url: expect.stringContaining(uuid), filename: 'Terms.pdf' })
    const got = await download(first?.url ?? '', 'presenter')
    expect(got.statusCode).toBe(200)
    expect(got.rawPayload.equals(terms)).toBe(true)
    expect(got.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Terms.pdf")
    expect(got.headers['x-content-type-options']).toBe('nosniff')

    await attach(uuid, 'Better terms')
    const second = (await detail(uuid)).dealterms_file
    expect(second?.filename).toBe('Better terms.pdf')
    expect((await download(first?.url ?? '', 'presenter')).statusCode).toBe(404)
    await send('presenter', { uuid, document: 'dealterms' })
    expect((await detail(uuid)).dealterms_file).toBeNull()
    expect((await download(second?.url ?? '', 'presenter')).statusCode).toBe(404)
  })

  it('works while the pitch is live and after it', async () => {
    const { uuid, id } = await stack.create('presenter')
    await stack.take(id, 'start')
    expect(await attach(uuid)).toMatchObject({ code: 1 })
    await stack.take(id, 'end')
    expect(await attach(uuid)).toMatchObject({ code: 1 })
  })

  it('serves the document only to callers who may see the pitch', async () => {
    const { uuid } = await stack.create('presenter', { attendees_arr: [{ email: stack.people.investor.email }] })
    await attach(uuid)
    const url = (await detail(uuid)).dealterms_file?.url ?? ''
    for (const who of ['investor', 'admin', 'superadmin'] as const)
      expect((await download(url, who)).statusCode).toBe(200)
    for (const who of ['secondInvestor', 'lumenAdmin', 'lumenInvestor'] as const)
      expect((await download(url, who)).statusCode).toBe(404)
    expect((await download(url)).statusCode).toBe(401)
    for (const wrong of [url.replace('dealterms', 'about'), url.replace(/.$/, '!'), `${url}/..%2f..`])
      expect((await download(wrong, 'presenter')).statusCode).toBe(404)
  })

  it('is for managers of the pitch, and not while it is locked for them', async () => {
    const { uuid } = await stack.create('presenter')
    expect(await attach(uuid, 'x.pdf', terms, 'lumenPresenter')).toMatchObject({ error: 'PitchNotFound' })
    expect(await attach(uuid, 'x.pdf', terms, 'investor')).toMatchObject({ error: 'NotAllowed' })
    await stack.as('admin').updatePitchLockStatus({ uuid, is_locked: true })
    expect(await attach(uuid)).toMatchObject({ error: 'PitchLocked' })
    expect(await attach(uuid, 'x.pdf', terms, 'admin')).toMatchObject({ code: 1 })
  })

  it('refuses what is no PDF, whatever its name, and a file that belongs to no text', async () => {
    const { uuid } = await stack.create('presenter')
    expect(await attach(uuid, 'x.pdf', Buffer.from('<html>hello</html>'))).toMatchObject({
      error: 'DocumentTypeNotAllowed',
    })
    expect(await attach(uuid, 'x.pdf', Buffer.from('%PDF-1.7 and nothing more'))).toMatchObject({
      error: 'DeckDamaged',
    })
    const large = Buffer.concat([terms, Buffer.alloc(20 * 1024 ** 2)])
    expect(await attach(uuid, 'x.pdf', large)).toMatchObject({ error: 'DocumentTooLarge' })
    expect(await send('presenter', { uuid }, { name: 'x.pdf', bytes: terms })).toMatchObject({
      error: 'InputInvalid',
      fields: { document: 'required' },
    })
    expect((await detail(uuid)).dealterms_file).toBeNull()
  })

  it('shows a name with markup and line breaks as what it is', async () => {
    const { uuid } = await stack.create('presenter')
    await attach(uuid, '<img src=x onerror=alert(1)>.pdf')
    const file = (await detail(uuid)).dealterms_file
    expect(file?.filename).toBe('<img src=x onerror=alert(1)>.pdf')
    const got = await download(file?.url ?? '', 'presenter')
    expect(got.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/)
  })

  it('removes the documents with the pitch', async () => {
    const { uuid, id } = await stack.create('presenter')
    await attach(uuid)
    await stack.as('presenter').deletePitch({ id, uuid })
    const [row] = await stack.db.select().from(pitch).where(eq(pitch.id, id))
    const key = row?.dealtermsFile?.key ?? ''
    expect(await stack.frame.storage.read(key)).toBeDefined()
    await stack.db
      .update(pitch)
      .set({ deletedAt: new Date('2020-01-01') })
      .where(eq(pitch.id, id))
    await planJobs.purgePitch({ pitchId: id }, stack.frame)
    expect(await stack.frame.storage.read(key)).toBeUndefined()
  })
})

describe('updatePitchLogo', () => {
  const logo = () =>
    sharp({ create: { width: 600, height: 200, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
  const give = async (uuid: string, bytes: Buffer, who: PersonName = 'presenter') =>
    send(who, { uuid }, { name: 'logo.png', bytes }, 'updatePitchLogo')

  it('[ENT-008] keeps a logo beside keywords, product and company, for callers who may see the pitch', async () => {
    const { uuid } = await stack.create('presenter', {
      ...{ keywords: 'anvils', product_type: 'Hardware', company_name: 'Acme' },
      attendees_arr: [{ email: stack.people.investor.email }],
    })
    expect(await give(uuid, await logo())).toMatchObject({ code: 1 })
    const shown = await detail(uuid)
    expect(shown).toMatchObject({ keywords: 'anvils', product_type: 'Hardware', company_name: 'Acme' })
    expect(shown.company_logo).toMatch(/^pictures\/[\w-]{22}\.webp$/)
    const url = `/webapi/${shown.company_logo}`
    for (const who of ['presenter', 'investor', 'admin'] as const)
      expect(await download(url, who)).toMatchObject({ statusCode: 200 })
    for (const who of ['secondInvestor', 'lumenAdmin'] as const)
      expect(await download(url, who)).toMatchObject({ statusCode: 404 })
    expect((await stack.as('investor').getJoinInfo({ uuid })).company_logo).toBe(shown.company_logo)
    await stack.as('presenter').updatePitchLogo({ uuid })
    expect((await detail(uuid)).company_logo).toBe('')
    expect(await download(url, 'presenter')).toMatchObject({ statusCode: 404 })
  })

  it('is for managers of the pitch, takes only pictures, and refuses changes while the pitch is locked', async () => {
    const { uuid } = await stack.create('presenter')
    expect(await give(uuid, await logo(), 'lumenPresenter')).toMatchObject({ error: 'PitchNotFound' })
    const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await give(uuid, drawn)).toMatchObject({ error: 'PictureTypeNotAllowed' })
    await stack.as('admin').updatePitchLockStatus({ uuid, is_locked: true })
    expect(await give(uuid, await logo())).toMatchObject({ error: 'PitchLocked' })
  })
})
