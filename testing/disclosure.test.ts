import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import type { AnyCall } from '#contract/call.ts'
import type { Disclosure } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { pageKey } from '#features/room/deck/server/keys.ts'
import { deckFile, deckPage } from '#features/room/deck/server/tables.ts'
import { makePdf } from './decks.ts'
import type { PersonName } from './people.ts'
import { type PitchStack, startPitchStack } from './pitchStack.ts'
import { rawCall } from './rawCall.ts'
import { uploadCall } from './upload.ts'

/** The real name, wherever it is said of the company. */
const NAME = 'Zyxomar'
const STANDS_FOR = 'Project Quay'

let stack: PitchStack
let picture: Buffer
let document: Buffer
beforeAll(async () => {
  stack = await startPitchStack()
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
    company_name: NAME,
    ...{
      about: `${NAME} makes cranes.`,
      highlights: `${NAME} grows`,
      dealterms: `Buy ${NAME}`,
      keywords: `${NAME}, cranes`,
    },
    ...{ obfuscated_company_name: STANDS_FOR, obfuscated_description: 'A maker of port equipment' },
    company_disclosure,
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

/** All that a person can fetch who knows the ids of a pitch: the answer of every call, and the statuses of the files. */
async function allThat(token: string, { id, uuid, addresses }: Awaited<ReturnType<typeof hiding>>) {
  const ids = { uuid, pitch_uuid: uuid, id, pitch_detail_id: id, page: 1, limit: 100 }
  const [said, found]: [string[], string[]] = [[], []]
  for (const [name, call] of Object.entries(calls) as [keyof typeof calls, AnyCall][]) {
    if (!call.reads && !['getJoinInfo', 'exchangeJoinLink'].includes(name)) continue
    const input = Object.fromEntries(Object.entries(ids).filter(([key]) => key in call.input.shape))
    const ask = async (more = {}) =>
      JSON.stringify(
        (await rawCall(stack.app, name, { ...input, ...more }, { headers: { authorization: `Bearer ${token}` } })).body,
      )
    said.push(`${name}: ${await ask()}`)
    // what a search by the name finds would say it as well
    const words = ['name', 'content', 'search'].filter(key => key in call.input.shape && !(key in input))
    if (words.length === 0) continue
    const hit = await ask(Object.fromEntries(words.map(key => [key, NAME])))
    if (hit.includes(uuid)) found.push(name)
  }
  const statuses: number[] = []
  for (const url of addresses)
    statuses.push((await stack.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode)
  return {
    leaks: said.filter(text => text.includes(NAME)),
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
    for (const who of ['investor', 'secondInvestor'] as const) {
      const { leaks, found, names, statuses } = await allThat(tokenOf(who), made)
      expect([leaks, found]).toEqual([[], []])
      expect(names.map(text => text.split(':')[0]).sort()).toEqual([
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

  it('[ENT-059] says it in no mail and no calendar entry', async () => {
    const made = await hiding('team')
    await invite(made.uuid, 'member')
    const [mail] = await stack.mailsTo(stack.people.member.email)
    expect(JSON.stringify(mail)).not.toContain(NAME)
    expect(mail?.text).toContain(STANDS_FOR)
    expect(mail?.calendar?.replaceAll('\r\n ', '')).toContain('A maker of port equipment')
    const known = await hiding('invited')
    await invite(known.uuid, 'member')
    const mails = await stack.mailsTo(stack.people.member.email, 2)
    expect(mails.at(-1)?.text).toContain(NAME)
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
    expect(JSON.stringify(shown)).not.toContain(NAME)
    expect(JSON.stringify(shown)).toContain(STANDS_FOR)
    const email = `${tag}@guest.test`
    await nobody.joinAsGuest({ developerkey, tag, uuid: made.uuid, email, firstname: 'Gus', lastname: 'Guest' })
    const [mail] = await stack.mailsTo(email)
    expect(JSON.stringify(mail)).not.toContain(NAME)
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
