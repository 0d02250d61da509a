import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import type { AnyCall } from '#contract/call.ts'
import { makePdf } from '#testing/decks.ts'
import { giveApp } from '#testing/factors.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type RoomStack, seedPitch, startRooms } from '#testing/startRooms.ts'
import { uploadCall } from '#testing/upload.ts'
import { crowdedPitch } from './crowdedPitch.ts'
import { type Named, roomInputs } from './roomInputs.ts'
import { rowsNaming } from './rowsNaming.ts'
import { sampleInput } from './sampleInput.ts'

// Every writing call with ids that the caller found elsewhere: of another organisation, of another pitch beside the id of
// their own, and of people in a room in guest mode.

type Name = keyof typeof calls
type Fields = Record<string, unknown>
/** Calls that write and that a signed-in person makes; those that end the caller's own session would hide the others. */
const writing = (Object.entries(calls) as [Name, AnyCall][]).filter(
  ([name, { reads, who }]) =>
    !reads && who !== 'anyone' && !/^(writeLogout|endOtherSessions|endImpersonate)$/.test(name),
)

let stack: RoomStack
let theirs: Awaited<ReturnType<typeof crowdedPitch>>
let foreign: Record<string, string>
let asked = 0
beforeAll(async () => {
  stack = await startRooms()
  theirs = await crowdedPitch(stack)
  const { people, db } = stack
  const as = stack.as('admin')
  const bytes = await makePdf(1)
  await uploadCall(stack.app, 'uploadProofFile', people.investor.token, { bytes, name: 'w2.pdf' }, {})
  const { tag_id } = await as.createUserTag({ name: 'Harbour' })
  await as.changeUsers({ act: 'addTag', tag_id, user_ids: [people.investor.id] })
  await stack.as('investor').createTicket({ content: 'Where?' })
  await as.createInviteTypeUser({ email: 'newcomer@quill.test', role_type_live: 'vc' })
  const key = await as.createDeveloperKey({ tag: 'harbour' })
  await as.createAccountAccess({ user_id: people.member.id, account_id: people.secondInvestor.id })
  await as.updateUserRole({ user_id: people.investor.id, role: 'member' })
  await giveApp(stack, 'investor')
  const { id: company_id } = await as.createCompany({ company_name: 'Harbour Labs' })
  await as.createPresenterCompany({ company_id, user_id: people.presenter.id })
  const { id: spv } = await as.createSpv({
    ...{ spv_legal_name: 'Harbour Master LLC', ...ein, country: 'US', state: 'DE', registered_agent: 'Agents' },
  })
  const terms = { spv_series_name: 'Series A', company_id, maximum_of_investors: 2 }
  const { id: series } = await as.createSpvSeries({ spv_id: spv, ...terms })
  const { id: list } = await as.createList({
    list_name: 'Angels',
    list_type: 'static',
    shared: true,
    user_ids: [people.investor.id],
  })
  const idIn = async (table: string) =>
    (await db.execute<{ id: string }>(sql`select id from ${sql.identifier(table)} limit 1`)).rows[0]?.id ?? ''
  foreign = {
    ...{ tag: tag_id, key: key.id, person: people.investor.id, organisation: people.admin.organisationId },
    ...{ ticket: await idIn('ticket'), invitation: await idIn('invitation'), notice: await idIn('notice') },
    ...{ company: company_id, presenterCompany: await idIn('company_presenter') },
    ...{ list, spv, series, factor: await idIn('factor'), session: await idIn('session') },
    proof: await idIn('accreditation_proof'),
  }
}, 60_000)
afterAll(() => stack.stop())

/** What no sample knows: an EIN, which comes twice. */
const ein = { ein: '12-3456789', ein_again: '12-3456789' }

/** What stands for a field: of an account by `person`, of a pitch by `of`. */
const idFor =
  (name: Name, person: string, of: Named) =>
  (field: string): unknown => {
    if (field === 'id') {
      if (/Notice$/.test(name)) return foreign['notice']
      if (/InviteUser$/.test(name)) return foreign['invitation']
      if (name === 'revokeDeveloperKey') return foreign['key']
      if (/PresenterCompany$/.test(name)) return foreign['presenterCompany']
      if (/Company/.test(name)) return foreign['company']
      if (/List$/.test(name) || name === 'getListHistory') return foreign['list']
      if (/SpvSeries/.test(name)) return foreign['series']
      if (/Spv/.test(name)) return foreign['spv']
      return /Pitch/.test(name) ? of.pitchId : undefined
    }
    const known: Fields = {
      ...{ pitch_uuid: of.pitch, uuid: of.pitch, group_uuid: of.privateGroup, message_id: of.message },
      ...{ message_ids: of.message, poll_id: of.poll, question_id: of.question, after: of.question, file_id: of.file },
      ...{ attendee_id: of.attendee, invite_ids: of.attendee, resource_id: of.share, father_message: of.message },
      ...{ org_id: foreign['organisation'], tag_id: foreign['tag'], tag_ids: foreign['tag'] },
      ...{ ticket_id: foreign['ticket'], factor_id: foreign['factor'], device_id: foreign['factor'] },
      ...{ session_id: foreign['session'], company_id: foreign['company'], ...ein, spv_id: foreign['spv'] },
      ...{ list_id: foreign['list'], list_ids: foreign['list'] },
    }
    const ofPeople = /^(user_ids?|account_id|userid|touserid|hand_over_to|members|(added|left|notification)_members)$/
    return ofPeople.test(field) ? person : known[field]
  }

const ask = (name: Name, fields: Fields, token: string) =>
  rawCall(stack.app, name, fields, {
    headers: { authorization: `Bearer ${token}` },
    json: true,
    ip: `10.2.${++asked >> 8}.${asked & 255}`,
  })

/** Makes every writing call with `fieldsOf`, and tells after which of them a row that names one of `ids` had changed. */
async function changing(
  token: string,
  ids: readonly string[],
  fieldsOf: (name: Name, call: AnyCall) => Fields | undefined,
) {
  const changed: string[] = []
  const broken: string[] = []
  const look = async (names: readonly string[]) => {
    const after = await rowsNaming(stack.db, ids)
    for (const table of Object.keys(after))
      if (after[table] !== before[table]) changed.push(`${table}: one of ${names.join(', ')}`)
    before = after
  }
  let before = await rowsNaming(stack.db, ids)
  const made: string[] = []
  for (const [name, call] of writing) {
    const fields = fieldsOf(name, call)
    if (!fields) continue
    const { body, status } = await ask(name, fields, token)
    if (body.error === 'InputInvalid') broken.push(`${name} ${JSON.stringify(body.fields)}`)
    if (status >= 500 && body.error === 'Internal') broken.push(`${name} Internal`)
    made.push(name)
    if (made.length === 20) await look(made.splice(0))
  }
  await look(made)
  expect(broken, 'a call that is refused for its form proves nothing').toEqual([])
  return changed
}

describe('by the ids of another organisation', () => {
  it.each(['lumenAdmin', 'lumenPresenter', 'lumenInvestor'] as const)(
    '%s writes nothing',
    async who => {
      const { people } = stack
      const { organisationId, id } = people.investor
      const ids = [organisationId, id, people.presenter.id, theirs.pitch_uuid]
      const fieldsOf = (name: Name, call: AnyCall) => ({
        ...sampleInput(call, idFor(name, id, theirs.ids)),
        ...roomInputs(theirs.ids)[name],
        ...(name === 'startAccreditation' && { proof_ids: [foreign['proof']], declaration_version: 2 }),
      })
      const token = await openTestSession(stack.db, people[who].id, people[who].organisationId)
      expect(await changing(token, ids, fieldsOf)).toEqual([])
    },
    120_000,
  )
})

describe('by the ids of another pitch, beside one of their own', () => {
  it.each(['lumenPresenter', 'coHost'] as const)(
    '%s reaches nothing in it',
    async who => {
      const { people } = stack
      const own = await seedPitch(stack, { owner: who, state: 'inProgress', showQuestion: true })
      // of the same organisation, but without a part in the pitch
      const other = await crowdedPitch(stack, { coHosts: [] })
      const mixed = { ...other.ids, pitch: own.uuid, pitchId: own.id }
      const { poll, question, file, attendee, privateGroup, group, pitch } = other.ids
      const ids = [poll, question, file, attendee, privateGroup, group, pitch]
      const fieldsOf = (name: Name) => roomInputs(mixed)[name]
      expect(await changing(people[who].token, ids, fieldsOf)).toEqual([])
    },
    120_000,
  )
})

describe('by the ids of guests', () => {
  it('tells nothing of them and does nothing to them, in another pitch and in the console', async () => {
    const { people } = stack
    const hidden = await crowdedPitch(stack)
    await stack.as('presenter').updateGuestMode({ uuid: hidden.pitch_uuid, on: true })
    const list = await hidden.second.getRoomPeople({ pitch_uuid: hidden.pitch_uuid })
    const alias = list.items.find(({ id, part }) => part === 'attendee' && id !== people.secondInvestor.id)?.id ?? ''
    expect(alias).not.toBe('')
    // the person behind it is invited to the caller's own pitch, too
    const own = await crowdedPitch(stack)
    const tried: [PersonName, Named][] = [
      ['presenter', own.ids],
      ['admin', own.ids],
      ['superadmin', own.ids],
    ]
    const differing: string[] = []
    for (const [who, of] of tried) {
      const token = await openTestSession(stack.db, people[who].id, people[who].organisationId)
      const before = await rowsNaming(stack.db, [alias, people.investor.id])
      for (const [name, call] of writing) {
        if (!Object.keys(call.input.shape).some(field => idFor(name, alias, of)(field) === alias)) continue
        const answerTo = async (person: string) => {
          const fields = { ...sampleInput(call, idFor(name, person, of)), ...roomInputs({ ...of, person })[name] }
          const { body } = await ask(name, fields, token)
          // each draft that the caller makes for themselves has an id of its own
          const isDraft = name === 'createPitchDraftByPresenter'
          const data = isDraft ? { ...body.data, id: '' } : body.data
          return JSON.stringify({ ...body, data, request_id: '' }).replaceAll(person, '(person)')
        }
        const [toAlias, toNobody] = [await answerTo(alias), await answerTo(randomUUID())]
        if (toAlias !== toNobody) differing.push(`${who} ${name}: ${toAlias} ${toNobody}`)
      }
      expect(await rowsNaming(stack.db, [alias, people.investor.id])).toEqual(before)
    }
    expect(differing).toEqual([])
  }, 120_000)
})
