import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import type { AnyCall } from '#contract/call.ts'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { Disclosure } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { attendeeMails, ends } from '#features/planning/invite/server/emails.ts'
import { inviteJobs } from '#features/planning/invite/server/jobs.ts'
import { pageKey } from '#features/room/deck/server/keys.ts'
import { deckFile, deckPage } from '#features/room/deck/server/tables.ts'
import { makePdf } from './decks.ts'
import type { PersonName } from './people.ts'
import { type PitchStack, pitchForm, startPitchStack } from './pitchStack.ts'
import { rawCall } from './rawCall.ts'
import { follow, startRooms, until } from './startRooms.ts'
import { uploadCall } from './upload.ts'

/** The real name, wherever it is said of the company. */
const NAME = 'Zyxomar'
const STANDS_FOR = 'Project Quay'

let stack: PitchStack
let picture: Buffer
let document: Buffer
let company_id: string
let series_id: string
beforeAll(async () => {
  stack = await startPitchStack()
  const [admin, presenter] = [stack.as('admin'), stack.people.presenter]
  // the presenter works at the company, and speaks for it; it has a legal name and a series
  const about = {
    companyName: NAME,
    position: `CEO of ${NAME}`,
    linkedinProfileUrl: `https://linkedin.com/in/${NAME}-ceo`,
  }
  await stack.db.update(account).set(about).where(eq(account.id, presenter.id))
  company_id = (await admin.createCompany({ company_name: NAME, legal_name: `${NAME} Robotics GmbH` })).id
  await admin.createPresenterCompany({ company_id, user_id: presenter.id, title: `CEO of ${NAME}` })
  const ein = { ein: '12-3456789', ein_again: '12-3456789' }
  const place = { country: 'US', state: 'DE', registered_agent: 'Agents' } as const
  const { id: spv_id } = await admin.createSpv({ spv_legal_name: `${NAME} SPV LLC`, ...ein, ...place })
  const seats = { status: 'open', maximum_of_investors: 9 } as const
  series_id = (await admin.createSpvSeries({ spv_id, company_id, spv_series_name: `${NAME} I`, ...seats })).id
  picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  document = await makePdf(1)
})
afterAll(() => stack.stop())

/** A pitch that says its company's name wherever it can, with a logo, a document and a slide. */
async function hiding(company_disclosure: Disclosure, more: object = {}) {
  const made = await stack.create('presenter', {
    presentation_name: 'Robotics, series A',
    ...{ company_id, series_id, company_name: NAME },
    ...{
      about: `${NAME} makes cranes.`,
      highlights: `${NAME} grows`,
      dealterms: `Buy ${NAME}`,
      keywords: `${NAME}, cranes`,
    },
    ...{ obfuscated_company_name: STANDS_FOR, obfuscated_description: 'A maker of port equipment' },
    company_disclosure,
    mail_slide: true,
    ...more,
  })
  const { token } = stack.people.presenter
  await uploadCall(stack.app, 'updatePitchLogo', token, { bytes: picture, type: 'image/png' }, { uuid: made.uuid })
  const file = { bytes: document, name: `${NAME}.pdf` }
  await uploadCall(stack.app, 'updateSgCompanyInfo', token, file, { uuid: made.uuid, document: 'about' })
  const detail = await stack.as('presenter').getPitchDetail({ uuid: made.uuid })
  const page = await addSlide(made.id)
  return {
    ...made,
    addresses: [`/webapi/${detail.company_logo}`, detail.about_file?.url ?? '', `/decks/${page}/large`],
  }
}

/** A converted slide that says the name. */
async function addSlide(pitchId: number): Promise<string> {
  const { id: uploadedBy, organisationId } = stack.people.presenter
  const values = { organisationId, pitchId, uploadedBy, name: `${NAME}.pdf`, type: 'pdf', size: 1 } as const
  const [file] = await stack.db
    .insert(deckFile)
    .values({ ...values, status: 'ready', pages: 1 })
    .returning()
  const key = randomBytes(16).toString('base64url').replace(/^-/, '_')
  const fileId = file?.id ?? ''
  await stack.db.insert(deckPage).values({ fileId, number: 1, key, width: 80, height: 40, text: `${NAME} 2026` })
  await stack.frame.storage.put(pageKey(fileId, key, 'large'), picture)
  return key
}

/** Whether a text says the name, in any case and also in a folded line of a calendar. */
const says = (text: string): boolean =>
  text
    .replaceAll(/\\r\\n |\r\n /g, '')
    .toLowerCase()
    .includes(NAME.toLowerCase())

/**
 * All that a person, or a stranger without a token, can fetch who knows the ids of a pitch: the answer of every call, and
 * the statuses of the files.
 */
async function allThat(token: string | undefined, { id, uuid, addresses }: Awaited<ReturnType<typeof hiding>>) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const who = stack.people.presenter.id
  const ids = {
    uuid,
    pitch_uuid: uuid,
    user_id: who,
    userid: who,
    presenter: who,
    id,
    pitch_detail_id: id,
    page: 1,
    limit: 100,
  }
  const [said, found]: [string[], string[]] = [[], []]
  for (const [name, call] of Object.entries(calls) as [keyof typeof calls, AnyCall][]) {
    if (!call.reads && !['getJoinInfo', 'exchangeJoinLink'].includes(name)) continue
    const input = Object.fromEntries(Object.entries(ids).filter(([key]) => key in call.input.shape))
    const ask = async (more = {}) => {
      return JSON.stringify((await rawCall(stack.app, name, { ...input, ...more }, { headers })).body)
    }
    said.push(`${name}: ${await ask()}`)
    // what a search by the name finds would say it as well
    const words = ['name', 'content', 'search'].filter(key => key in call.input.shape && !(key in input))
    if (words.length === 0) continue
    const hit = await ask(Object.fromEntries(words.map(key => [key, NAME])))
    if ([uuid, stack.people.presenter.id].some(id => hit.includes(id))) found.push(name)
  }
  const statuses: number[] = []
  for (const url of addresses) statuses.push((await stack.app.inject({ url, headers })).statusCode)
  return {
    leaks: said.filter(says),
    found,
    names: said.filter(text => text.includes(STANDS_FOR)),
    statuses,
  }
}

const invite = (uuid: string, who: PersonName) =>
  stack.as('presenter').invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: stack.people[who].email }] })
const tokenOf = (who: PersonName) => stack.people[who].token

describe('a pitch whose company is not disclosed yet', () => {
  it('[ENT-059] says it to nobody but its team before the start, in no answer, list, search, slide or file', async () => {
    const made = await hiding('team', { is_public: true })
    await invite(made.uuid, 'investor')
    // a presenter of the same organization, who has no part in it, may join a public pitch as well
    const { leaks, found, statuses } = await allThat(tokenOf('coHost'), made)
    expect([leaks, found, statuses]).toEqual([[], [], [404, 404, 404]])
    // nor do admins of another organization know more, however open their own people are to them
    await invite(made.uuid, 'lumenAdmin')
    const abroad = await allThat(tokenOf('lumenAdmin'), made)
    expect([abroad.leaks, abroad.found]).toEqual([[], []])
    const stranger = await allThat(undefined, made)
    expect([stranger.leaks, stranger.found, stranger.statuses]).toEqual([[], [], [404, 401, 401]])
    for (const who of ['investor', 'secondInvestor'] as const) {
      const { leaks, found, names, statuses } = await allThat(tokenOf(who), made)
      expect([leaks, found]).toEqual([[], []])
      expect(names.map(text => text.split(':')[0]).sort()).toEqual([
        'getAllUpcomingPitches',
        'getDashboardPitch',
        'getInvitedPitchList',
        'getJoinInfo',
        'getPitchDetail',
      ])
      expect(statuses).toEqual([404, 404, 404])
    }
    const team = await allThat(tokenOf('presenter'), made)
    expect(team.leaks.length).toBeGreaterThan(3)
    expect(team.found).toContain('getPitchListForPresenter')
    expect(team.statuses).toEqual([200, 200, 200])
  })

  it('[ENT-059] says it in no mail, picture of a mail or calendar entry, of whatever kind', async () => {
    const made = await hiding('team')
    await invite(made.uuid, 'member')
    const [mail] = await stack.mailsTo(stack.people.member.email)
    expect(mail?.text).toContain(STANDS_FOR)
    expect(mail?.calendar?.replaceAll('\r\n ', '')).toContain('A maker of port equipment')
    const [invited] = await stack.db.select().from(attendee).where(eq(attendee.pitchId, made.id))
    const { id = '', language = 'en' } = invited ?? {}
    const person = { id, language, email: stack.people.member.email, firstname: 'Max', lastname: '', isInvited: true }
    for (const kind of attendeeMails) {
      // cancellations are of deleted pitches, recordings of those that are over
      if (kind === 'recording' || kind === 'cancellation') continue
      const batch = randomUUID()
      if (kind === 'removal') await inviteJobs.mailRemoved({ pitchId: made.id, people: [person], batch }, stack.frame)
      else await inviteJobs.mailAttendees({ pitchId: made.id, mail: kind, attendeeIds: [id], batch }, stack.frame)
    }
    await stack.as('presenter').deletePitch({ id: made.id, uuid: made.uuid })
    const mails = await stack.mailsTo(stack.people.member.email, attendeeMails.length)
    expect(mails.map(({ kind }) => kind).filter(kind => kind === 'pitchCancellation')).toHaveLength(
      attendeeMails.filter(ends).length,
    )
    expect(mails.filter(one => says(JSON.stringify(one))).map(({ kind }) => kind)).toEqual([])
    expect(mails.filter(({ pictures }) => Object.keys(pictures ?? {}).length > 0)).toEqual([])

    const known = await hiding('invited')
    await stack.db.delete(mailMessage)
    await invite(known.uuid, 'member')
    const [told] = await stack.mailsTo(stack.people.member.email)
    expect(told?.text).toContain(NAME)
    expect(Object.keys(told?.pictures ?? {}).sort()).toEqual(['company', 'slide'])
  })

  it('[ENT-059] says it to those whom its team invited, but not to people who walk in or come through a partner', async () => {
    const made = await hiding('invited', { is_public: true })
    await invite(made.uuid, 'investor')
    expect((await allThat(tokenOf('investor'), made)).statuses).toEqual([200, 200, 200])
    expect((await stack.as('investor').getJoinInfo({ uuid: made.uuid })).company_name).toBe(NAME)
    expect((await allThat(tokenOf('secondInvestor'), made)).leaks).toEqual([])

    const tag = `partner-${randomUUID().slice(0, 8)}`
    const { developerkey } = await stack.as('admin').createDeveloperKey({ tag })
    const nobody = stack.as('nobody')
    const shown = await nobody.getPartnerPitchList({ developerkey, tag })
    expect(says(JSON.stringify(shown))).toBe(false)
    expect(JSON.stringify(shown)).toContain(STANDS_FOR)
    const email = `${tag}@guest.test`
    await nobody.joinAsGuest({ developerkey, tag, uuid: made.uuid, email, firstname: 'Gus', lastname: 'Guest' })
    const [mail] = await stack.mailsTo(email)
    expect(says(JSON.stringify(mail))).toBe(false)
    const { access_token } = await nobody.exchangeJoinLink({ uuid: made.uuid, access_token: stack.tokenIn(mail) })
    expect((await allThat(access_token, made)).leaks).toEqual([])
  })

  it('[ENT-059] says it to everybody in the room from the start on, and where nothing is hidden', async () => {
    const made = await hiding('team', { is_public: true })
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    expect((await allThat(tokenOf('secondInvestor'), made)).statuses).toEqual([200, 200, 200])
    const open = await hiding('everybody', { is_public: true })
    expect((await stack.as('secondInvestor').getJoinInfo({ uuid: open.uuid })).company_name).toBe(NAME)
  })

  it('[ENT-059] is refused while its title, product, presenter or the texts that stand for it name the company', async () => {
    const told = { presentation_name: `${NAME} series A`, obfuscated_description: `Not ZYXOMAR.` }
    const refused = hiding('invited', told)
    await expect(refused).rejects.toMatchObject({
      code: 'CompanyNamed',
      fields: { presentation_name: 'CompanyNamed', obfuscated_description: 'CompanyNamed' },
    })
    const made = await hiding('everybody', told)
    const hide = stack.as('presenter').updateSgCompanyInfo({ uuid: made.uuid, company_disclosure: 'team' })
    await expect(hide).rejects.toMatchObject({ code: 'CompanyNamed' })
    await hiding('team', { presentation_name: `${NAME}esque series A` })
  })
})

it('[ENT-059] a person who waits for the start learns it from no message of the room, whatever its team changes', async () => {
  const rooms = await startRooms()
  try {
    const form = { is_public: true, company_disclosure: 'team', obfuscated_company_name: STANDS_FOR } as const
    const presenter = rooms.as('presenter')
    const { uuid } = await presenter.createPitchByPresenter(
      pitchForm({
        presentation_name: 'Robotics, series A',
        company_name: NAME,
        about: `${NAME} makes cranes.`,
        ...form,
      }),
    )
    await rooms.as('investor').getJoinInfo({ uuid })
    const client = rooms.connect('investor', uuid)
    const raw: string[] = []
    client.onAny((...message) => void raw.push(JSON.stringify(message)))
    const seen = follow(client)
    await until(() => seen.first)
    await presenter.updateSgCompanyInfo({ uuid, about: `${NAME} builds cranes.`, highlights: `${NAME} grows` })
    const { token } = rooms.people.presenter
    await uploadCall(rooms.app, 'updatePitchLogo', token, { bytes: picture, type: 'image/png' }, { uuid })
    const file = { bytes: document, name: `${NAME}.pdf` }
    await uploadCall(rooms.app, 'updateSgCompanyInfo', token, file, { uuid, document: 'about' })
    const { attendees_arr, no_file, ...changed } = pitchForm({ ...form, presentation_name: 'Robotics, series B' })
    await presenter.updatePitch({ ...changed, uuid, company_name: `${NAME} Robotics` })
    await rooms.as('presenter').startPitch({ uuid })
    // what was sent before the start has come by now
    await until(() => raw.some(message => message.includes('pitchStarted')))
    expect(raw.filter(says)).toEqual([])
  } finally {
    await rooms.stop()
  }
})

it('[ENT-022] keeps the documents beside the texts for the team alone when they are not attached', async () => {
  const made = await hiding('everybody', { is_public: true })
  const seen = () => stack.as('investor').getPitchDetail({ uuid: made.uuid })
  expect((await seen()).about_file?.filename).toBe(`${NAME}.pdf`)
  expect(await stack.as('investor').getSessionInfo({ uuid: made.uuid })).toMatchObject({
    attach_pdfs_to_company_info_section: true,
  })
  const { uuid } = made
  await stack.as('presenter').updateSgCompanyInfo({ uuid, attach_pdfs_to_company_info_section: false })
  expect((await seen()).about_file).toBeNull()
  expect((await stack.as('presenter').getPitchDetail({ uuid })).about_file?.filename).toBe(`${NAME}.pdf`)
  expect(await stack.as('investor').getSessionInfo({ uuid })).toMatchObject({
    attach_pdfs_to_company_info_section: false,
  })
  const [, address = ''] = made.addresses
  const get = (who: PersonName) =>
    stack.app.inject({ url: address, headers: { authorization: `Bearer ${tokenOf(who)}` } })
  expect((await get('investor')).statusCode).toBe(404)
  expect((await get('presenter')).statusCode).toBe(200)
  expect((await stack.app.inject({ url: address })).statusCode).toBe(401)
  expect((await get('lumenInvestor')).statusCode).toBe(404)
  await stack.db.delete(pitch).where(eq(pitch.id, made.id))
})
