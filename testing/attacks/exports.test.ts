import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { type ReportKind, reportKinds } from '#features/results/report/rules.ts'
import { pageView } from '#features/room/room/server/tables.ts'
import { livePitch } from '#testing/livePitch.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'
import { shown } from '#testing/statement.ts'

// Formulas in everything that a low role may write, and every file that a manager takes away of it.

/** A call outwards; behind the signs at which programs divide a line as well. */
const run = `=HYPERLINK(A1)`
const hostile = `${run};${run};+1;-1+cmd|x!A0;@SUM(1)`
const lines = `${hostile}\n${run}\t${run}`

let stack: RoomStack
let uuid: string
let contacts: string
beforeAll(async () => {
  stack = await startRooms()
  const { people } = stack
  for (const who of ['investor', 'member', 'presenter'] as const)
    await stack.as(who).updatePersonalInfo({ firstname: hostile, lastname: run, company_name: hostile })
  const pitch = await livePitch(stack, { presentationName: hostile, presenterName: hostile, showQuestion: true })
  uuid = pitch.pitch_uuid
  const { pitch_uuid, investor, second } = pitch
  const presenter = stack.as('presenter')
  const said = await pitch.say(investor, lines)
  await pitch.say(second, `Right ;-) ${run}`)
  await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [said.id] })
  const asking = { pitch_uuid, content: lines, is_named: true, local_question_id: randomUUID() }
  await investor.askQuestion(asking)
  const poll = { question: hostile, options: [run, hostile], is_multiple: false, is_anonymous: false }
  const { id: poll_id } = await presenter.savePoll({ pitch_uuid, ...poll })
  await presenter.openPoll({ pitch_uuid, poll_id })
  await investor.votePoll({ pitch_uuid, poll_id, choices: [0] })
  await investor.createAttendeeFeedback({ uuid, select: 'invest', note: lines, contact: hostile })
  await investor.commitInPitch({ uuid, money_amount: '$25,000', initials: 'II', ...shown })
  await presenter.sendCaption({
    ...{ pitch_uuid, text: `--> ${run} <c>`, language: 'en', spoken_ms: 100, id: randomUUID(), final: true },
  })
  const viewed = { pitchId: pitch.made.id, accountId: people.investor.id, page: 1, milliseconds: 9000 }
  await stack.db.insert(pageView).values(viewed)
  const tag = await stack.as('admin').createUserTag({ name: hostile.slice(0, 40) })
  await stack.as('admin').changeUsers({ act: 'addTag', tag_id: tag.tag_id, user_ids: [people.investor.id] })
  await stack.as('presenter').createTicket({ content: lines })
  const company = { company_name: '=HYPERLINK(A1)', legal_name: hostile, brief_description: lines }
  await stack.as('admin').createCompany({ ...company })
  const { id } = await stack.as('admin').createList({ list_name: hostile.slice(0, 90), list_type: 'static' })
  contacts = id
  const contact = { email: 'run@x.test', firstname: hostile.slice(0, 80), lastname: run.slice(0, 80) }
  await stack.as('admin').addListMembers({ list_id: id, user_ids: [people.investor.id], contacts: [contact] })
  await presenter.invitePitchByManuallyContacts({ uuid, attendees_arr: [contact] })
})
afterAll(() => stack.stop())

/** All cells of a file as programs of different countries see them: by the quotes, or by the signs alone. */
function cellsOf(csv: string): string[] {
  const text = csv.replace(/^\uFEFF/, '')
  return [',', ';', '\t'].flatMap(delimiter => [
    ...Papa.parse<string[]>(text, { delimiter }).data.flat(),
    ...Papa.parse<string[]>(text, { delimiter, quoteChar: '\0' }).data.flat(),
  ])
}
/** What a spreadsheet would run; a quote before it makes it a text. */
const runs = (cell: string) => /^[\s\0]*[=+\-@＝＋－＠](?!\))/.test(cell)

/** Each export by a manager. The tables of a report are files of their own. */
const exports: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(
    reportKinds.map((kind: ReportKind) => [
      `exportPitchReport ${kind}`,
      async () => (await stack.as('presenter').exportPitchReport({ uuid, kind })).csv,
    ]),
  ),
  exportAuditLog: async () => (await stack.as('superadmin').exportAuditLog({})).csv,
  exportCompanies: async () => (await stack.as('admin').exportCompanies({})).csv,
  exportJoinLinks: async () => (await stack.as('presenter').exportJoinLinks({ uuid })).csv,
  exportListMembers: async () => (await stack.as('admin').exportListMembers({ list_id: contacts })).csv,
  exportPitchAttention: async () => (await stack.as('presenter').exportPitchAttention({ uuid })).csv,
  exportUsers: async () => (await usersIn('csv')).toString(),
}
/** Tried otherwise: below, and beside the call itself. */
const others = ['exportPitchCaptions', 'exportReplayTalk']

async function usersIn(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { url } = await stack.as('admin').exportUsers({ format, user_ids: [stack.people.investor.id] })
  const headers = { authorization: `Bearer ${stack.people.admin.token}` }
  const answer = await stack.app.inject({ url, headers })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

it('tries every call that exports', () => {
  const known = [...Object.keys(exports).map(name => name.split(' ')[0]), ...others]
  expect(Object.keys(calls).filter(name => name.startsWith('export') && !known.includes(name))).toEqual([])
})

it.each(Object.keys(exports))('%s has no cell that a spreadsheet runs, however it divides the lines', async name => {
  const csv = (await exports[name]?.()) ?? ''
  expect(csv, 'what was written is in it').toContain('HYPERLINK')
  expect(cellsOf(csv).filter(runs)).toEqual([])
})

it('keeps what is no formula as it was written', async () => {
  const csv = await exports['exportPitchReport chat']?.()
  expect(csv).toContain('Right ;-) =HYPERLINK(A1)')
})

it('writes captions in which nothing begins another cue', async () => {
  const { vtt } = await stack.as('presenter').exportPitchCaptions({ uuid })
  expect(vtt).toContain('HYPERLINK')
  expect(vtt.match(/-->/g)).toHaveLength(1)
  expect(vtt).not.toContain('<c>')
})

it('writes XLSX without a formula or a link outwards', async () => {
  const { unzip } = await import('#testing/decks.ts')
  const parts = await unzip(await usersIn('xlsx'))
  expect(String(parts.get('xl/sharedStrings.xml'))).toContain('HYPERLINK')
  for (const [name, bytes] of parts) {
    expect(String(bytes), name).not.toMatch(/<f[ >]/)
    expect(String(bytes), name).not.toContain('TargetMode="External"')
    expect(name).not.toMatch(/externalLinks|connections|vba/i)
  }
})
