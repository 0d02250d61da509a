import { setTimeout as sleep } from 'node:timers/promises'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { heldStatement } from '#features/results/commitment/server/statementQueries.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { textsIn } from '#server/texts.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { shown } from '#testing/statement.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const texts = { en: 'Not an offer.', 'zh-Hans': '不构成要约。', 'zh-Hant': '' }
const traditional = textsIn('zh-Hant', 'commitment')('statement')
const versions = (limit = 20) => stack.as('admin').getCommitmentStatementList({ limit })
const write = async (change: Partial<typeof texts> = {}) => {
  const { version, ...before } = (await versions()).current
  return stack.as('admin').updateCommitmentStatement({ version, ...before, ...change })
}
async function live() {
  const pitch = await stack.create('presenter', { is_public: true })
  await stack.take(pitch.id, 'start')
  return pitch
}
const sign = (uuid: string, who: 'investor' | 'secondInvestor', signed: object) =>
  stack.as(who).commitInPitch({ uuid, money_amount: '$25,000', initials: 'II', ...shown, ...signed })

describe('what a commitment is', () => {
  it('[GAP-020] is by default that it binds to nothing, in the language of each reader', async () => {
    const { uuid } = await live()
    const { statement } = await stack.as('investor').getCommitmentTerms({ uuid })
    expect(statement.version).toBe(0)
    expect(statement.en).toMatch(/non-binding/)
    expect(statement['zh-Hans']).toMatch(/不具法律约束力/)
    expect(statement['zh-Hant']).toMatch(/不具法律拘束力/)
    await sign(uuid, 'investor', { statement: traditional, statement_language: 'zh-Hant' })
    const [row] = await stack.db.select().from(commitment).where(eq(commitment.statement, traditional))
    expect(row).toMatchObject({ statementVersion: 0, statementLanguage: 'zh-Hant' })
  })

  it('is kept with each commitment as it was shown: in its receipt, the list, the file, the notice and the audit log', async () => {
    const { uuid } = await live()
    const made = await sign(uuid, 'investor', {})
    expect((await write(texts)).version).toBeGreaterThan(0)
    const { version } = (await versions()).current
    await sign(uuid, 'secondInvestor', { statement: texts.en, statement_version: version })
    const now = { statement: texts.en, statement_version: version, statement_language: 'en' }
    expect(await stack.as('investor').getMyCommitment({ uuid })).toMatchObject(shown)
    expect(await stack.as('secondInvestor').getMyCommitment({ uuid })).toMatchObject(now)
    const list = await stack.as('presenter').getCommitmentList({ uuid })
    expect(list.items).toMatchObject([now, shown])
    expect(list.statements).toEqual([
      { ...shown, count: 1 },
      { ...now, count: 1 },
    ])
    const { csv } = await stack.as('presenter').exportPitchReport({ uuid, kind: 'commitments' })
    expect(csv).toContain(shown.statement)
    expect(csv).toContain(texts.en)
    expect(csv).toContain('Amount (USD)')
    expect(csv.match(/\b25000\b/g)).toHaveLength(2)
    for (const [email, statement] of [
      [stack.people.investor.email, shown.statement],
      [stack.people.secondInvestor.email, texts.en],
    ] as const) {
      const mail = (await stack.mailsTo(email)).find(({ text }) => text.includes(uuid))
      for (const said of [statement, 'US$25,000']) expect(mail?.text).toContain(said)
      expect(mail?.html).toContain(statement)
      // nothing else in it says what a commitment is
      expect(mail?.text.replaceAll(statement, '')).not.toMatch(/binding|interest/i)
    }
    const notices = (await stack.as('presenter').getNoticeList({})).items.slice(0, 2)
    expect(notices.map(({ content }) => content)).toEqual([
      expect.stringContaining(texts.en),
      expect.stringContaining(shown.statement),
    ])
    const [noted] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, made.id))
    expect(noted?.detail).toMatchObject({ statement: shown.statement, version: 0, language: 'en' })
  })

  it.each([
    ['of an older version', () => ({})],
    ['that nobody was shown', (version: number) => ({ statement: 'Binding.', statement_version: version })],
    ['of a version to come', (version: number) => ({ statement: texts.en, statement_version: version + 1 })],
    ['of another language', (version: number) => ({ statement: texts['zh-Hans'], statement_version: version })],
  ])('refuses a sentence %s, and stores nothing', async (_, signed) => {
    await write(texts)
    const { uuid } = await live()
    const { version } = (await versions()).current
    await expect(sign(uuid, 'investor', signed(version))).rejects.toMatchObject({ code: 'CommitmentStatementChanged' })
    expect(await stack.as('investor').getMyCommitment({ uuid })).toEqual({
      ...{ is_committed: false, money_amount: '', initials: '' },
      ...{ statement: '', statement_version: null, statement_language: null },
    })
    await sign(uuid, 'investor', { statement: texts.en, statement_version: version })
  })

  it('does not change while a commitment is being made, and is refused from the moment that it has', async () => {
    const { uuid } = await live()
    const { version, ...before } = (await versions()).current
    const changes = { version, ...before, en: `${before.en} Again.` }
    let writing: Promise<{ version: number }> | undefined
    await stack.db.transaction(async db => {
      await heldStatement(db, stack.people.admin.organisationId)
      writing = stack.as('admin').updateCommitmentStatement(changes)
      await sleep(300)
      expect((await versions()).current.version).toBe(version)
    })
    expect((await writing)?.version).toBe(version + 1)
    const old = { statement: before.en, statement_version: version }
    await expect(sign(uuid, 'investor', old)).rejects.toMatchObject({ code: 'CommitmentStatementChanged' })
  })

  it('of a commitment that was made before there was a sentence, is nothing', async () => {
    const { id, uuid } = await live()
    const { version, en: statement } = (await stack.as('investor').getCommitmentTerms({ uuid })).statement
    await sign(uuid, 'investor', { statement, statement_version: version })
    const none = { statement: null, statementVersion: null, statementLanguage: null }
    await stack.db.update(commitment).set(none).where(eq(commitment.pitchId, id))
    const kept = { statement: '', statement_version: null, statement_language: null }
    expect((await stack.as('presenter').getCommitmentList({ uuid })).statements).toEqual([{ ...kept, count: 1 }])
    expect(await stack.as('investor').getMyCommitment({ uuid })).toMatchObject(kept)
    const { csv } = await stack.as('presenter').exportPitchReport({ uuid, kind: 'commitments' })
    expect(csv).toContain('Made before commitments had a statement.')
  })
})

describe('#updateCommitmentStatement', () => {
  it('keeps every version with its author and time, notes it, and goes back to the default by an empty one', async () => {
    const from = (await versions()).current
    const { version } = await write({ en: 'Ours.', 'zh-Hant': '' })
    const { admin } = stack.people
    const list = await versions()
    expect(list.items[0]).toMatchObject({ version, en: 'Ours.', by: 'Ada Admin', at: expect.any(String) })
    expect(list.total).toBe(version)
    const [noted] = await stack.db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1)
    expect(noted).toMatchObject({ action: 'organisation.statement', actorId: admin.id, subject: admin.organisationId })
    expect(noted?.detail).toMatchObject({ version, from: { en: from.en }, to: { en: 'Ours.' } })
    await write({ en: '' })
    const { uuid } = await live()
    expect((await stack.as('investor').getCommitmentTerms({ uuid })).statement.en).toBe(shown.statement)
    expect((await versions()).items.map(one => one.version)).toEqual(list.items.map(one => one.version + 1).concat(1))
  })

  it('writes no version when nothing has changed', async () => {
    const before = await versions()
    expect((await write()).version).toBe(before.current.version)
    expect((await versions()).total).toBe(before.total)
  })

  it('lets one of two racing editors write, and the other know', async () => {
    const { version, ...before } = (await versions()).current
    const all = await Promise.allSettled(
      ['A.', 'B.', 'C.'].map(en => stack.as('admin').updateCommitmentStatement({ version, ...before, en })),
    )
    const refused = all.filter(one => one.status === 'rejected').map(({ reason }) => reason.code)
    expect(refused).toEqual(Array(2).fill('CommitmentStatementEdited'))
    expect((await versions()).current.version).toBe(version + 1)
  })

  it('takes one line of plain text in each language, and not too long a one', async () => {
    for (const en of ['x'.repeat(301), 'one\ntwo'])
      await expect(write({ en })).rejects.toMatchObject({ code: 'InputInvalid', fields: { en: expect.any(String) } })
    await write({ en: ' <b>Plain</b> ' })
    expect((await versions()).current.en).toBe('<b>Plain</b>')
  })

  it('stays within the own organisation, but for a superadmin, and is refused to all other roles', async () => {
    const org_id = stack.people.lumenAdmin.organisationId
    const given = { org_id, version: 0, ...texts }
    await expect(stack.as('admin').updateCommitmentStatement(given)).rejects.toThrow('OrganisationNotFound')
    await expect(stack.as('admin').getCommitmentStatementList({ org_id })).rejects.toThrow('OrganisationNotFound')
    expect(await stack.as('superadmin').updateCommitmentStatement(given)).toEqual({ version: 1 })
    expect((await stack.as('lumenAdmin').getCommitmentStatementList({})).current).toEqual({ version: 1, ...texts })
    for (const name of ['useradmin', 'pitchadmin', 'presenter', 'investor'] as const)
      await expect(stack.as(name).getCommitmentStatementList({})).rejects.toMatchObject({ code: 'NotAllowed' })
  })
})

it('says the currency and the sentence in the notices of before, and in the language of the reader', async () => {
  const { uuid } = await live()
  const { version, en: statement } = (await stack.as('investor').getCommitmentTerms({ uuid })).statement
  await sign(uuid, 'investor', { statement, statement_version: version })
  const { presenter } = stack.people
  await stack.db.update(account).set({ language: 'zh-Hans' }).where(eq(account.id, presenter.id))
  const [notice] = (await stack.as('presenter').getNoticeList({})).items
  expect(notice?.title).toContain('US$25,000')
  expect(notice?.content).toContain(statement)
  await stack.frame.pool.query("update notice set params = params - 'statement' where kind = 'commitmentMade'")
  const [old] = (await stack.as('presenter').getNoticeList({})).items
  expect(old?.title).toContain('US$25,000')
  expect(old?.content).not.toContain('{{')
  await stack.db.update(account).set({ language: 'en' }).where(eq(account.id, presenter.id))
})
