import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeForm, encodeValue } from '#contract/wire.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { makePdf } from '#testing/decks.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const bearer = () => ({ headers: { authorization: `Bearer ${stack.people.presenter.token}` } })
const count = async () => (await stack.as('admin').getPitchListForEp({})).total

describe('createPitchByPresenter', () => {
  it('[CALL-015, PROD-012, STATE-022, STATE-005] schedules a pitch and answers both of its ids', async () => {
    const created = await stack.create('presenter')
    expect(created).toEqual({ id: expect.any(Number), uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const detail = await stack.as('presenter').getPitchDetail({ uuid: created.uuid })
    expect(detail).toMatchObject({ ...created, state: 'scheduled', status: 0, part: 'owner', no_file: true })
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, created.uuid))
    expect(noted).toMatchObject({ action: 'pitch.create', actorId: stack.people.presenter.id })
  })

  it('[ENT-001, ENT-002, ENT-006, ENT-009, ENT-027, ENT-028] keeps everything that was filled in', async () => {
    const sent = {
      about: 'We make\nanvils.',
      highlights: 'Two patents',
      dealterms: '$2M at $10M',
      keywords: 'anvils, rockets',
      product_type: 'Hardware',
      company_name: 'Acme',
      is_public: true,
      show_question: true,
      attendees_arr: [{ email: 'Guest@Example.test', firstname: 'Gus', lastname: 'Guest' }],
    }
    const { uuid, id } = await stack.create('presenter', {
      ...sent,
      co_host: stack.people.coHost.email,
      moderator: 'mod@example.test, second@example.test',
    })
    const { attendees_arr, ...texts } = sent
    const detail = await stack.as('presenter').getPitchDetail({ uuid })
    expect(detail).toMatchObject({
      ...texts,
      id,
      uuid,
      presentation_name: 'Seed round of Acme',
      presenter_name: 'Paul Presenter',
      user_id: stack.people.presenter.id,
      co_host: [stack.people.coHost.email],
      moderator: ['mod@example.test', 'second@example.test'],
      team_names: [{ email: stack.people.coHost.email, name: 'Cora Cohost' }],
      attendees: attendees_arr.length,
      start_date_formated: expect.stringMatching(/^\d\d\/\d\d\/\d{4} 10:00 AM E[SD]T$/),
    })
    expect(Date.parse(detail.created_time)).toBeLessThanOrEqual(Date.parse(detail.updated_time))
    expect(new Date(detail.start_date_raw).getUTCMinutes()).toBe(0)
  })

  it('[ENT-004, ENT-005] answers the parts of both times as they were filled in', async () => {
    const parts = { start_time: '12:00', start_noon: 'AM', end_time: '12:30', end_noon: 'PM' } as const
    const form = pitchForm({ ...parts, start_zone: 'Asia/Shanghai', end_zone: 'Asia/Shanghai' })
    const { uuid } = await stack.as('presenter').createPitchByPresenter(form)
    const detail = await stack.as('presenter').getPitchDetail({ uuid })
    expect(detail).toMatchObject({
      ...parts,
      start_date: form.start_date,
      end_date: form.end_date,
      start_zone: 'Asia/Shanghai',
      end_zone: 'Asia/Shanghai',
      start_weight: 0,
      end_weight: 750,
    })
    expect(detail.start_date_raw).toMatch(/T16:00:00.000Z$/)
  })

  it('[RULE-057, RULE-058] requires both times', async () => {
    for (const field of [
      'start_date',
      'start_time',
      'start_noon',
      'start_zone',
      'end_date',
      'end_time',
      'end_noon',
      'end_zone',
    ]) {
      const { [field]: _left, ...form } = pitchForm() as Record<string, unknown>
      const { status, body } = await rawCall(stack.app, 'createPitchByPresenter', form, bearer())
      expect([field, status, body.error, Object.keys(body.fields)]).toEqual([field, 400, 'InputInvalid', [field]])
    }
  })

  it.each([
    { start_date: '02/30/2027' },
    { start_date: '13/01/2027' },
    { start_date: '2027-01-01' },
    { start_date: '1/1/2027' },
    { start_date: '01/01/0000' },
    { start_time: '00:30' },
    { start_time: '13:00' },
    { start_time: '10:60' },
    { start_time: '9:00' },
    { start_zone: 'Mars/Olympus' },
    { start_zone: '' },
    { start_noon: 'XM' as 'AM' },
  ])('[RULE-057] refuses a start that no calendar and no clock has: %j', async change => {
    const [field] = Object.keys(change)
    await expect(stack.create('presenter', change)).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { [field ?? '']: expect.any(String) },
    })
  })

  it('refuses a time that the clocks skip when summer begins, and takes the first of two when it ends', async () => {
    const zone = { start_zone: 'America/New_York', end_zone: 'America/New_York' }
    const spring = { start_date: '03/14/2027', start_time: '02:30', end_date: '03/14/2027', end_time: '04:00' }
    await expect(stack.create('presenter', { ...zone, ...spring })).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { start_time: 'timeSkipped' },
    })
    const autumn = { start_date: '11/07/2027', start_time: '01:30', end_date: '11/07/2027', end_time: '02:30' }
    const { uuid } = await stack.create('presenter', { ...zone, ...autumn })
    const { start_date_raw, end_date_raw } = await stack.as('presenter').getPitchDetail({ uuid })
    expect([start_date_raw, end_date_raw]).toEqual(['2027-11-07T05:30:00.000Z', '2027-11-07T07:30:00.000Z'])
  })

  it('[RULE-059, RULE-060] refuses an end time that is not after the start', async () => {
    const before = await count()
    const refused = { code: 'EndNotAfterStart' }
    await expect(stack.create('presenter', { end_time: '09:59' })).rejects.toMatchObject(refused)
    await expect(stack.create('presenter', { end_time: '10:00' })).rejects.toMatchObject(refused)
    // the same minute in another zone is another instant, and the instant counts
    await expect(stack.create('presenter', { end_zone: 'Europe/Berlin' })).rejects.toMatchObject(refused)
    await stack.create('presenter', { end_time: '10:00', end_zone: 'America/Chicago' })
    expect(await count()).toBe(before + 1)
  })

  it('refuses a start in the past, but not one of a moment ago', async () => {
    const at = (minutes: number) => {
      const then = new Date(Date.now() + minutes * 60_000)
      const hour = then.getUTCHours()
      const two = (n: number) => String(n).padStart(2, '0')
      return {
        date: `${two(then.getUTCMonth() + 1)}/${two(then.getUTCDate())}/${then.getUTCFullYear()}`,
        time: `${two(hour % 12 || 12)}:${two(then.getUTCMinutes())}`,
        noon: hour < 12 ? ('AM' as const) : ('PM' as const),
      }
    }
    const from = (minutes: number) => {
      const [start, end] = [at(minutes), at(minutes + 60)]
      return {
        ...{ start_date: start.date, start_time: start.time, start_noon: start.noon, start_zone: 'UTC' },
        ...{ end_date: end.date, end_time: end.time, end_noon: end.noon, end_zone: 'UTC' },
      }
    }
    await expect(stack.create('presenter', from(-20))).rejects.toMatchObject({ code: 'StartInThePast' })
    await stack.create('presenter', from(-3))
  })

  it('[RULE-064] refuses one person twice among presenter, co-host and moderator', async () => {
    const { presenter, coHost } = stack.people
    const refused = { code: 'PeopleNotDistinct' }
    for (const change of [
      { co_host: presenter.email },
      { moderator: presenter.email.toUpperCase() },
      { co_host: coHost.email, moderator: coHost.email },
      { co_host: `${coHost.email},${coHost.email.toUpperCase()}` },
      { moderator: 'a@b.test, A@B.test' },
    ])
      await expect(stack.create('presenter', change)).rejects.toMatchObject(refused)
  })

  it('[RULE-031] takes several addresses separated by commas, and refuses what is none', async () => {
    const { uuid } = await stack.create('presenter', { co_host: ' a@x.test ,, b@x.test,' })
    expect((await stack.as('presenter').getPitchDetail({ uuid })).co_host).toEqual(['a@x.test', 'b@x.test'])
    await expect(stack.create('presenter', { co_host: 'a@x.test; b' })).rejects.toMatchObject({
      code: 'InputInvalid',
    })
  })

  it('[ERR-049] refuses an address that is in the list of attendees twice, and creates nothing', async () => {
    const before = await count()
    const twice = [{ email: 'a@x.test' }, { email: 'A@X.test ' }]
    await expect(stack.create('presenter', { attendees_arr: twice })).rejects.toMatchObject({ code: 'EmailTwice' })
    expect(await count()).toBe(before)
  })

  it('asks for a deck unless the pitch goes without one, and takes back everything when the deck is refused', async () => {
    const before = await count()
    await expect(stack.create('presenter', { no_file: false })).rejects.toMatchObject({ code: 'DeckRequired' })
    const foreign = { no_file: false, upload_ids: ['somebody-elses-upload'] }
    await expect(stack.create('presenter', foreign)).rejects.toMatchObject({ code: 'UploadNotFound' })
    expect(await count()).toBe(before)
  })

  it('stores a script tag in every text field as text, and answers it as JSON', async () => {
    const script = '<script>alert(1)</script>\'"; drop table pitch; --'
    const fields = [
      'presentation_name',
      'presenter_name',
      'about',
      'highlights',
      'dealterms',
      'keywords',
      'company_name',
    ]
    const texts = Object.fromEntries([...fields, 'product_type'].map(field => [field, script]))
    const { uuid } = await stack.create('presenter', {
      ...texts,
      attendees_arr: [{ email: 'script@x.test', firstname: script, lastname: script }],
    })
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject(texts)
    const { headers } = await rawCall(stack.app, 'getPitchDetail', { uuid }, bearer())
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    const [mail] = await stack.mailsTo('script@x.test')
    expect(mail?.html).not.toContain('<script>')
    expect(mail?.html).toContain('&lt;script&gt;')
  })

  it('refuses control characters, texts that are too long, and a zero byte', async () => {
    for (const change of [
      { presentation_name: 'a\r\nBcc: x@y.test' },
      { about: 'a\u0000b' },
      { presentation_name: 'x'.repeat(201) },
      { presentation_name: '  ' },
      { about: 'x'.repeat(10_001) },
    ])
      await expect(stack.create('presenter', change)).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('refuses a form of 10,000 fields, a body that is not UTF-8, and values of a wrong type', async () => {
    const before = await count()
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, 'x']))
    expect((await rawCall(stack.app, 'createPitchByPresenter', many, bearer())).status).toBe(400)
    const notText = await stack.app.inject({
      method: 'POST',
      url: '/webapi/rest/app/token/createPitchByPresenter',
      headers: { ...bearer().headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: Buffer.concat([Buffer.from(`${encodeForm(pitchForm())}&about=`), Buffer.from([0xff, 0xfe])]),
    })
    expect([notText.statusCode, notText.json().error]).toEqual([400, 'BodyNotReadable'])
    for (const wrong of [
      { presentation_name: ['a'] },
      { presentation_name: null },
      { attendees_arr: 'x' },
      { is_public: 'yes' },
    ]) {
      const json = { ...bearer(), json: true }
      const { status, body } = await rawCall(stack.app, 'createPitchByPresenter', { ...pitchForm(), ...wrong }, json)
      expect([status, body.error]).toEqual([400, 'InputInvalid'])
    }
    expect(await count()).toBe(before)
  })

  it('[CALL-015, PROD-013] takes a multipart form, with a deck and without', async () => {
    const without = await multipart({ company_name: 'Multipart' })
    expect(without).toMatchObject({ code: 1 })
    const [row] = await stack.db.select().from(pitch).where(eq(pitch.companyName, 'Multipart'))
    expect(row).toMatchObject({ uuid: without.data?.uuid, noFile: true })

    const deck = { name: 'Acme seed.pdf', bytes: await makePdf(2) }
    const { data } = await multipart({ no_file: false }, deck)
    const uuid = data?.uuid ?? ''
    expect(await stack.as('presenter').getPitchDetail({ uuid })).toMatchObject({ no_file: false })
    const { items } = await stack.as('presenter').getPitchFileList({ pitch_uuid: uuid })
    expect(items).toMatchObject([{ name: 'Acme seed.pdf', type: 'pdf', position: 0 }])
  })

  it('creates no pitch when its deck is refused', async () => {
    const before = await count()
    const damaged = { name: 'deck.pdf', bytes: Buffer.from('%PDF-1.7 and nothing more') }
    expect(await multipart({ no_file: false }, damaged)).toMatchObject({ code: 0, error: 'DeckDamaged' })
    const script = { name: 'deck.exe', bytes: Buffer.from('MZ') }
    expect(await multipart({ no_file: false }, script)).toMatchObject({ code: 0, error: 'DeckTypeNotAllowed' })
    expect(await count()).toBe(before)
  })
})

/** Sends the form as a browser without scripts would. */
async function multipart(change: Parameters<typeof pitchForm>[0], deck?: { name: string; bytes: Buffer }) {
  const form = new FormData()
  for (const [key, value] of Object.entries(pitchForm(change))) form.append(key, encodeValue(value))
  if (deck) form.append('file', new Blob([new Uint8Array(deck.bytes)]), deck.name)
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await stack.app.inject({
    method: 'POST',
    url: '/webapi/rest/app/token/createPitchByPresenter',
    headers: { ...bearer().headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json() as { code: 0 | 1; error?: string; data?: { id: number; uuid: string } }
}
