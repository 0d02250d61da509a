import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usersJobs } from '#features/admin/users/server/jobs.ts'
import { standingOf } from '#features/core/account/server/accreditationQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { gapOf } from '#features/core/pitch/rules.ts'
import { mailMessage } from '#features/notify/mail/server/tables.ts'
import { makePdf } from '#testing/decks.ts'
import { addNewcomer } from '#testing/newcomers.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'
import type { Way } from '../rules.ts'
import { accreditationJobs } from './proofs.ts'
import { accreditation, accreditationProof } from './tables.ts'

let stack: Stack
let pdf: Buffer
beforeAll(async () => {
  stack = await startStack()
  pdf = await makePdf(1)
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(accreditation)
  await stack.db.delete(accreditationProof)
  await stack.db.update(account).set({ accreditedUntil: null, provisionalMember: false, accreditationPending: false })
})

const DAY = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
const attach = async (by: PersonName = 'investor', name = 'w2.pdf', bytes = pdf) =>
  (await uploadCall(stack.app, 'uploadProofFile', stack.people[by].token, { bytes, name }, {})).body
const start = async (way: Way, more: object = {}, by: PersonName = 'investor') =>
  stack.as(by).startAccreditation({
    ...{ way, declaration_version: 2, declaration_language: 'en' },
    ...(way !== 'self' && { proof_ids: [(await attach(by)).data.id as string] }),
    ...more,
  })
const review = (id: string, decision: 'approve' | 'refuse' | 'undo', reason = '', by: PersonName = 'useradmin') =>
  stack.as(by).reviewAccreditation({ id, decision, reason })
const mine = () => stack.as('investor').getAccreditation({})
const file = (url: string, by: PersonName) =>
  stack.app.inject({ url, headers: { authorization: `Bearer ${stack.people[by].token}` } })

describe('an accreditation', () => {
  it('[CONST-054, STATE-088, STATE-089, STATE-090] makes a membership provisional while it is pending, and full when verified', async () => {
    expect(await mine()).toMatchObject({ membership: 'na', is_accredited: false, end_date_raw: null })
    const { id } = await start('income')
    expect(await mine()).toMatchObject({ membership: 'provisional', is_accredited: false })
    await review(id, 'approve')
    const { membership, is_accredited, items } = await mine()
    expect([membership, is_accredited, items[0]?.state]).toEqual(['full', true, 'verified'])
    expect(await stack.actionsOn(stack.people.investor.id)).toEqual(['accreditation.submit', 'accreditation.approve'])
    const [mail] = await stack.db.select().from(mailMessage).where(eq(mailMessage.kind, 'accreditation'))
    expect(mail?.subject).toBe('Your accreditation was approved')
  })

  it('[STATE-089] is provisional by a declaration alone, which keeps its words and gives way to a proof', async () => {
    const { id } = await start('self')
    expect(await mine()).toMatchObject({ membership: 'provisional', is_accredited: false })
    const [row] = await stack.db.select().from(accreditation).where(eq(accreditation.id, id))
    expect(row).toMatchObject({ declarationVersion: 2, declaration: (await mine()).declaration.en })
    expect(await outcomesOf([review(id, 'approve')])).toEqual(['AccreditationStateForbids'])
    await start('netWorth')
    expect((await mine()).items.map(({ state }) => state)).toEqual(['pending', 'withdrawn'])
    const other = start('income', { declaration_version: 1 }, 'secondInvestor')
    expect(await outcomesOf([other])).toEqual(['AccreditationDeclarationChanged'])
  })

  it('[ENT-010] is waited for at a door while its proofs are reviewed, and not after a declaration alone', async () => {
    const gap = async () => gapOf(await standingOf(stack.db, stack.people.investor.id), new Date())
    await start('self')
    expect(await gap()).toBe('missing')
    const { id } = await start('income')
    expect(await gap()).toBe('pending')
    await review(id, 'refuse', 'Last year is missing.')
    expect(await gap()).toBe('missing')
    await review(id, 'undo')
    expect(await gap()).toBe('pending')
    await review(id, 'approve')
    expect(await gap()).toBeUndefined()
  })

  it('[CONST-043, ENT-038] by a letter ends 90 days after the date of the letter', async () => {
    const letter_date = dayBefore(30)
    const { id } = await start('letter', { letter_date })
    await review(id, 'approve')
    const ends = new Date(Date.parse(`${letter_date}T23:59:59.999Z`) + 90 * DAY).toISOString()
    expect(await mine()).toMatchObject({ membership: 'full', end_date_raw: ends })
    const [{ id: again } = { id: '' }] = (await mine()).items
    await review(again, 'undo')
    const old = { letterDate: dayBefore(91) }
    await stack.db.update(accreditation).set(old).where(eq(accreditation.id, again))
    expect(await outcomesOf([review(again, 'approve')])).toEqual(['LetterTooOld'])
    await review(again, 'refuse', 'Too old.')
    expect(await outcomesOf([start('letter', old && { letter_date: dayBefore(91) })])).toEqual(['LetterTooOld'])
    expect(await outcomesOf([start('letter', { letter_date: dayBefore(-2) })])).toEqual(['LetterTooOld'])
  })

  it('is refused with a reason alone, and a decision can be taken back', async () => {
    const { id } = await start('income')
    expect(await outcomesOf([review(id, 'refuse')])).toEqual(['InputInvalid'])
    await review(id, 'refuse', 'Last year is missing.')
    expect((await mine()).items[0]).toMatchObject({ state: 'refused', reason: 'Last year is missing.' })
    expect((await mine()).membership).toBe('na')
    await review(id, 'undo')
    await review(id, 'approve')
    await review(id, 'undo')
    expect(await mine()).toMatchObject({ membership: 'provisional', end_date_raw: null })
  })

  it('is submitted once and decided once, also by two at the same moment', async () => {
    const both = await outcomesOf([start('income'), start('netWorth')])
    expect(both.sort()).toEqual(['AccreditationStateForbids', 'done'])
    const [open] = (await mine()).items
    const id = open?.id ?? ''
    const decided = await outcomesOf([review(id, 'approve'), review(id, 'refuse', 'No.', 'admin')])
    expect(decided.sort()).toEqual(['AccreditationStateForbids', 'done'])
  })

  it('is decided by nobody about themselves, and by no other organization', async () => {
    const { id } = await start('income', {}, 'useradmin')
    expect(await outcomesOf([review(id, 'approve')])).toEqual(['OwnAccreditation'])
    expect(await outcomesOf([review(id, 'approve', '', 'lumenAdmin')])).toEqual(['AccreditationNotFound'])
    expect((await stack.as('lumenAdmin').getAccreditationList({})).total).toBe(0)
    expect((await stack.as('admin').getAccreditationList({ name: 'uma' })).items).toMatchObject([{ id, way: 'income' }])
  })

  it('warns 14 days before its end, once', async () => {
    const { id } = await start('letter', { letter_date: dayBefore(70) })
    await review(id, 'approve')
    const warnings = async () =>
      (await stack.db.select().from(mailMessage)).filter(({ subject }) => subject === 'Your accreditation expires soon')
    await accreditationJobs.warnOfExpiry({}, stack.frame)
    expect(await warnings()).toHaveLength(0)
    const soon = { validUntil: new Date(Date.now() + 13 * DAY) }
    await stack.db.update(accreditation).set(soon).where(eq(accreditation.id, id))
    await Promise.all([1, 2].map(() => accreditationJobs.warnOfExpiry({}, stack.frame)))
    await accreditationJobs.warnOfExpiry({}, stack.frame)
    expect(await warnings()).toHaveLength(1)
    const titles = (await stack.as('investor').getNoticeList({})).items.map(({ title }) => title)
    expect(titles.filter(title => title === 'Your accreditation expires soon')).toHaveLength(1)
  })
})

describe('[PROD-030] the proofs', () => {
  it('are seen by their owner and by reviewers of the organization, each look of whom is audited', async () => {
    await start('income')
    const [
      {
        proofs: [proof],
      } = { proofs: [] },
    ] = (await mine()).items
    const url = proof?.url ?? ''
    const seen = await file(url, 'useradmin')
    expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await file(url, 'investor')).statusCode).toBe(200)
    for (const stranger of ['secondInvestor', 'presenter', 'pitchadmin', 'lumenAdmin'] as const)
      expect((await file(url, stranger)).statusCode, stranger).toBe(404)
    expect((await stack.app.inject({ url })).statusCode).toBe(401)
    const actions = await stack.actionsOn(stack.people.investor.id)
    expect(actions.filter(action => action === 'accreditation.readFile')).toHaveLength(1)
  })

  it('are PDF files and pictures by their content, and pictures are drawn anew', async () => {
    expect((await attach('investor', 'x.pdf', Buffer.from('no pdf'))).error).toBe('DocumentTypeNotAllowed')
    expect((await attach('investor', 'x.png', pdf)).error).toBe('PictureTypeNotAllowed')
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { data } = await attach('investor', 'w2.png', Buffer.concat([png, Buffer.from('<script>hidden</script>')]))
    await start('income', { proof_ids: [data.id] })
    const [row] = await stack.db.select().from(accreditationProof).where(eq(accreditationProof.id, data.id))
    const sent = await file(`/accreditation-files/${data.id}`, 'admin')
    expect(sent.headers['content-type']).toBe('image/webp')
    expect(sent.rawPayload.toString('latin1')).not.toContain('hidden')
    expect(row?.sha256).toMatch(/^[\da-f]{64}$/)
  })

  it('belong to no other person’s submission', async () => {
    const { data } = await attach('secondInvestor')
    expect(await outcomesOf([start('income', { proof_ids: [data.id] })])).toEqual(['EvidenceMissing'])
  })

  it('are removed after a day unused, and 90 days after the decision, with what is stored', async () => {
    const { id } = await start('income')
    await attach()
    await review(id, 'approve')
    const rows = await stack.db.select().from(accreditationProof)
    await stack.db.update(accreditationProof).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    await accreditationJobs.tidyProofs({}, stack.frame)
    expect(await stack.db.$count(accreditationProof)).toBe(1)
    await stack.db.update(accreditation).set({ reviewedAt: new Date(Date.now() - 91 * DAY) })
    await accreditationJobs.tidyProofs({}, stack.frame)
    expect(await stack.db.$count(accreditationProof)).toBe(0)
    for (const { key } of rows) expect(await stack.frame.storage.read(key)).toBeUndefined()
    expect((await mine()).membership).toBe('full')
  })
  it('[PROD-030] leave with their owner’s account, rows and files, and the reason of a decision with them', async () => {
    const { id, organisationId } = await addNewcomer(stack)
    const token = await openTestSession(stack.db, id, organisationId)
    const newcomer = stack.withToken(token)
    const { body } = await uploadCall(stack.app, 'uploadProofFile', token, { bytes: pdf, name: 'w2.pdf' }, {})
    const submission = await newcomer.startAccreditation({
      ...{ way: 'income', proof_ids: [body.data.id], declaration_version: 2, declaration_language: 'en' },
    })
    await attach('secondInvestor')
    const rows = await stack.db.select().from(accreditationProof).where(eq(accreditationProof.accountId, id))
    expect(rows).toHaveLength(1)
    await review(submission.id, 'refuse', 'The name on it is another.')
    await stack.as('admin').deleteUser({ user_id: id })
    const deletedAt = new Date(Date.now() - 31 * DAY)
    await stack.db.update(account).set({ deletedAt }).where(eq(account.id, id))
    await usersJobs.purgeUser({ accountId: id }, stack.frame)
    await runJobs(stack, { removeProofFiles: accreditationJobs.removeProofFiles })
    expect(await stack.db.$count(accreditationProof, eq(accreditationProof.accountId, id))).toBe(0)
    for (const { key } of rows) expect(await stack.frame.storage.read(key)).toBeUndefined()
    // those of others stay
    expect(await stack.db.$count(accreditationProof)).toBe(1)
    const [left] = await stack.db.select().from(accreditation).where(eq(accreditation.accountId, id))
    expect(left).toMatchObject({ reason: '', state: 'refused' })
  })
})
