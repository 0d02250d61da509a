import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { cleanDecks } from '#features/room/deck/server/upkeep.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makePdf } from '#testing/decks.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { uploadCall } from '#testing/upload.ts'
import { draftJobs } from './jobs.ts'
import { pitchDraft } from './tables.ts'

let stack: DeckStack
let pdf: Buffer
let url: string
beforeAll(async () => {
  stack = await startDeckStack()
  url = await stack.app.listen({ port: 0, host: '127.0.0.1' })
  pdf = await makePdf(1)
})
afterAll(() => stack.stop())

/** A finished upload. */
async function upload(by: PersonName, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${stack.people[by].token}`, 'tus-resumable': '1.0.0' }
  const meta = `filename ${Buffer.from(name).toString('base64')}`
  const begun = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(pdf.length), 'upload-metadata': meta },
  })
  const location = begun.headers.get('location') ?? ''
  const sent = await fetch(`${url}${location}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(pdf),
  })
  expect(sent.status).toBe(204)
  return location.split('/').at(-1) ?? ''
}
const create = (by: PersonName, upload_ids: string[] = []) =>
  stack.as(by).createPitchDraftByPresenter({ presentation_name: 'Seed round', upload_ids })
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000)
const filesOf = async (uuid: string, by: PersonName = 'presenter') =>
  (await stack.as(by).getPitchFileList({ pitch_uuid: uuid })).items.map(file => file.name)
const sees = (by: PersonName, upload_id: string) => outcomesOf([stack.as(by).getUploadedFile({ upload_id })])

describe('the uploads of a draft', () => {
  it('stay with it, while upkeep removes others after a day, and go when it lets them go', async () => {
    const [held, loose] = [await upload('presenter', 'Held.pdf'), await upload('presenter', 'Loose.pdf')]
    const { id, version, upload_ids } = await create('presenter', [held, 'no-such-upload'])
    expect(upload_ids).toEqual([held])
    await cleanDecks(stack.frame, inTwoDays())
    expect([...(await sees('presenter', held)), ...(await sees('presenter', loose))]).toEqual([
      'done',
      'UploadNotFound',
    ])
    // a browser that takes the file out of its list says so to the draft, not to the upload
    const headers = { authorization: `Bearer ${stack.people.presenter.token}`, 'tus-resumable': '1.0.0' }
    await stack.app.inject({ method: 'DELETE', url: `/uploads/${held}`, headers })
    expect(await sees('presenter', held)).toEqual(['done'])
    await stack.as('presenter').updatePitchDraftByPresenter({ id, version, upload_ids: [] })
    await cleanDecks(stack.frame, inTwoDays())
    expect(await sees('presenter', held)).toEqual(['UploadNotFound'])
  })

  it('are its owner’s whoever adds them, and seen by nobody but those who look after pitches', async () => {
    const own = await upload('presenter', 'Own.pdf')
    const { id, version } = await create('presenter', [own])
    const added = await upload('pitchadmin', 'Added.pdf')
    const { upload_ids } = await stack
      .as('pitchadmin')
      .updatePitchDraftByPitchAdmin({ id, version, upload_ids: [own, added] })
    expect(upload_ids).toEqual([own, added])
    for (const by of ['presenter', 'pitchadmin', 'admin'] as const)
      expect([await sees(by, own), await sees(by, added)]).toEqual([['done'], ['done']])
    for (const by of ['coHost', 'useradmin', 'lumenAdmin'] as const)
      expect([await sees(by, own), await sees(by, added)]).toEqual([['UploadNotFound'], ['UploadNotFound']])
    // another person's upload is not taken
    const foreign = await upload('coHost', 'Foreign.pdf')
    expect((await create('presenter', [foreign, own])).upload_ids).toEqual([])
  })
})

describe('createPitchByPresenter of a draft', () => {
  it('[STATE-004] makes one pitch of a draft, which is gone then, also of two devices at once', async () => {
    const deck = await upload('presenter', 'Deck.pdf')
    const dropped = await upload('presenter', 'Dropped.pdf')
    const { id, version } = await create('presenter', [deck, dropped])
    const send = () =>
      stack.as('presenter').createPitchByPresenter({
        ...pitchForm({ upload_ids: [deck], no_file: false }),
        ...{ draft_id: id, draft_version: version },
      })
    expect(await outcomesOf([send(), send()])).toEqual(['DraftNotFound', 'done'])
    expect(
      (await stack.as('presenter').getPitchDraftListForPresenter({ name: 'Seed' })).items.map(d => d.id),
    ).not.toContain(id)
    expect(await filesOf(id)).toEqual(['Deck.pdf'])
    await cleanDecks(stack.frame, inTwoDays())
    expect(await sees('presenter', dropped)).toEqual(['UploadNotFound'])
  })

  it('refuses an older version than the saved one, and changes nothing', async () => {
    const { id, version } = await create('presenter')
    await stack.as('pitchadmin').updatePitchDraftByPitchAdmin({ id, version, about: 'New' })
    const form = { ...pitchForm(), draft_id: id }
    const send = (draft_version: number) => stack.as('presenter').createPitchByPresenter({ ...form, draft_version })
    expect(await outcomesOf([send(1)])).toEqual(['DraftChanged'])
    expect(await outcomesOf([send(2)])).toEqual(['done'])
  })

  it('is for its owner and those who look after pitches; its files come along', async () => {
    const deck = await upload('presenter', 'Deck.pdf')
    const { id } = await create('presenter', [deck])
    const form = { ...pitchForm({ upload_ids: [deck], no_file: false }), draft_id: id }
    expect(await outcomesOf([stack.as('coHost').createPitchByPresenter(form)])).toEqual(['DraftNotFound'])
    expect(await outcomesOf([stack.as('lumenAdmin').createPitchByPresenter(form)])).toEqual(['DraftNotFound'])
    const { uuid } = await stack
      .as('pitchadmin')
      .createPitchByPresenter({ ...form, user_id: stack.people.presenter.id })
    expect(await filesOf(uuid)).toEqual(['Deck.pdf'])
    const [row] = await stack.db.select().from(pitch).where(eq(pitch.uuid, uuid))
    expect(row?.userId).toBe(stack.people.presenter.id)
  })
})

describe('copyPitch', () => {
  const read = (id: string, by: PersonName = 'presenter') => stack.as(by).getPitchDraftForPresenter({ id })
  const past = () => ({ startsAt: new Date('2020-01-02T15:00:00Z'), endsAt: new Date('2020-01-02T16:00:00Z') })

  it('[GAP-002] takes texts, team, slides, documents and logo, and neither people nor past times', async () => {
    const made = await stack.pitchOf('presenter', {
      ...past(),
      ...{ startZone: 'America/New_York', endZone: 'America/New_York', about: 'Contracts', askedMinor: 200_000_000n },
      ...{ coHosts: [stack.people.coHost.email], mailSlide: true },
    })
    const file = await stack.give('presenter', made.uuid, 'Deck.pdf', pdf)
    expect(file.error).toBeUndefined()
    await stack.db.update(deckFile).set({ pages: 1 }).where(eq(deckFile.id, file.id))
    await uploadCall(
      stack.app,
      'updateSgCompanyInfo',
      stack.people.presenter.token,
      { bytes: pdf, name: 'Terms.pdf' },
      {
        ...{ uuid: made.uuid, document: 'dealterms' },
      },
    )
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.id, made.id))
    const { id } = await stack.as('presenter').copyPitch({ uuid: made.uuid })
    const draft = await read(id)
    expect(draft).toMatchObject({
      ...{ about: 'Contracts', asked_amount: '$2,000,000', co_host: [stack.people.coHost.email] },
      ...{ start_date: '', start_time: '10:00', start_noon: 'AM', start_zone: 'America/New_York', end_date: '' },
      mail_slide: true,
      ...{ contact_count: 0, attendees_arr: [], documents: [{ text: 'dealterms', filename: 'Terms.pdf' }] },
    })
    // it is whole without the pitch that it came from
    await stack.frame.storage.remove(`pitch-documents/${made.uuid}`)
    const created = await stack.as('presenter').createPitchByPresenter({
      ...pitchForm({ upload_ids: draft.upload_ids, no_file: false }),
      ...{ draft_id: id, mail_slide: draft.mail_slide },
    })
    expect(created.uuid).toBe(id)
    expect((await stack.as('presenter').getInvitationPreview({ uuid: id, language: 'en' })).slide).toBe(true)
    expect(await filesOf(id)).toEqual(['Deck.pdf'])
    const [copy] = (await stack.as('presenter').getPitchFileList({ pitch_uuid: id })).items
    expect(copy?.id).not.toBe(file.id)
    expect(await stack.converted('presenter', id, copy?.id ?? '')).toMatchObject({ status: 'ready', pages: 1 })
    const { dealterms_file } = await stack.as('presenter').getPitchDetail({ uuid: id })
    const headers = { authorization: `Bearer ${stack.people.presenter.token}` }
    expect((await stack.app.inject({ url: dealterms_file?.url ?? '', headers })).statusCode).toBe(200)
    expect(await stack.actionsOn(made.uuid)).toContain('pitch.copy')
  }, 120_000)

  it('keeps a time that lies ahead, and plans an administrator’s copy for the presenter', async () => {
    const made = await stack.pitchOf('presenter', {})
    const { id } = await stack.as('pitchadmin').copyPitch({ uuid: made.uuid })
    const draft = await read(id, 'pitchadmin')
    expect(draft.start_date).not.toBe('')
    expect(draft).toMatchObject({ for_other: true, assignee: { user_id: stack.people.presenter.id } })
  })

  it('is for those who manage the pitch', async () => {
    const { uuid } = await stack.pitchOf('presenter', { isPublic: true })
    const calls = (['lumenAdmin'] as const).map(by => stack.as(by).copyPitch({ uuid }))
    expect(await outcomesOf([...calls, stack.as('coHost').copyPitch({ uuid })])).toEqual(
      [...calls, 1].map(() => 'PitchNotFound'),
    )
  })

  it('leaves nothing when it is deleted for good', async () => {
    const made = await stack.pitchOf('presenter', past())
    await uploadCall(
      stack.app,
      'updateSgCompanyInfo',
      stack.people.presenter.token,
      { bytes: pdf, name: 'A.pdf' },
      {
        ...{ uuid: made.uuid, document: 'about' },
      },
    )
    await stack.give('presenter', made.uuid, 'Deck.pdf', pdf)
    const { id } = await stack.as('presenter').copyPitch({ uuid: made.uuid })
    const [row] = await stack.db.select().from(pitchDraft).where(eq(pitchDraft.id, id))
    await stack.as('presenter').deletePitchDraft({ id })
    await stack.db
      .update(pitchDraft)
      .set({ deletedAt: new Date(0) })
      .where(eq(pitchDraft.id, id))
    await draftJobs.purgePitchDraft({ draftId: id }, stack.frame)
    await cleanDecks(stack.frame, inTwoDays())
    expect(await stack.frame.storage.read(row?.documents.about?.key ?? '')).toBeUndefined()
    const { rows } = await stack.db.execute(sql`select 1 from deck_file where held_for = ${id}`)
    expect(rows).toEqual([])
  })
})
