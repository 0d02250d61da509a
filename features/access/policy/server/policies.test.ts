import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyPath, policyVersions } from '#features/access/policy/rules.ts'
import { investorProfile } from '#features/access/registration/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { openSessionBeforeAgreement } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack, type TestClient } from '#testing/startStack.ts'
import { policyAgreement, policyText } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ SUPPORT_EMAIL: 'help@rostrum.test' })
  await stack.db.delete(policyAgreement) // the people of a stack have agreed
})
afterAll(() => stack.stop())

const terms = policyPath('terms_of_service')
const agree = (username: string, policy_type: 'terms_of_service' | 'privacy_policy', file_path: string) =>
  stack.as('investor').agreePolicy({ username, policy_type, file_path })
/** A person signs in: what is new is asked at the next visit. */
async function visit(name: 'investor' | 'secondInvestor') {
  const { id, organisationId } = stack.people[name]
  return stack.withToken(await openSessionBeforeAgreement(stack.db, id, organisationId))
}
const pending = async () => (await (await visit('investor')).getUserInfoByToken({})).policy_pending

describe('agreeing to the policies', () => {
  it('[ENT-084, SCREEN-042] asks everybody who has not yet, and notes who, which, when and from where', async () => {
    expect(await pending()).toEqual(['terms_of_service', 'privacy_policy'])
    const headers = { authorization: `Bearer ${stack.people.investor.token}` }
    const fields = { username: 'Investor', policy_type: 'terms_of_service', file_path: terms }
    await rawCall(stack.app, 'agreePolicy', fields, { headers, ip: '198.51.100.3' })
    expect(await pending()).toEqual(['privacy_policy'])
    await agree('investor@quill.test', 'privacy_policy', policyPath('privacy_policy'))
    expect(await pending()).toEqual([])
    const rows = await stack.db.select().from(policyAgreement)
    expect(rows.find(row => row.policyType === 'terms_of_service')).toMatchObject({
      accountId: stack.people.investor.id,
      version: policyVersions.terms_of_service,
      filePath: terms,
      ip: '198.51.100.3',
      at: expect.any(Date),
    })
  })

  it('asks again when a text has changed', async () => {
    await agree('investor', 'terms_of_service', terms)
    await stack.db.update(policyAgreement).set({ version: '2020-01-01' }).where(eq(policyAgreement.filePath, terms))
    expect(await pending()).toEqual(['terms_of_service'])
  })

  it('[ENT-084] shows people what they agreed to themselves, the newest first, and no other person’s', async () => {
    await agree('investor', 'terms_of_service', terms)
    const { items, total } = await stack.as('investor').getMyAgreements({})
    expect(total).toBe(items.length)
    expect(
      items
        .map(({ agreed_on }) => agreed_on)
        .toSorted()
        .reverse(),
    ).toEqual(items.map(one => one.agreed_on))
    expect(items.filter(one => one.policy_type === 'terms_of_service')).toMatchObject([
      { version: policyVersions.terms_of_service, current: true },
      { version: '2020-01-01', current: false, ip: '198.51.100.3' },
    ])
    expect((await stack.as('admin').getMyAgreements({})).items).toEqual([])
  })

  it('keeps one agreement of two racing ones', async () => {
    await Promise.all([agree('investor', 'terms_of_service', terms), agree('investor', 'terms_of_service', terms)])
    const rows = await stack.db
      .select()
      .from(policyAgreement)
      .where(eq(policyAgreement.version, policyVersions.terms_of_service))
    expect(rows.filter(row => row.policyType === 'terms_of_service')).toHaveLength(1)
  })

  it('is for oneself, signed in, and to the text that is shown', async () => {
    await expect(agree('admin', 'terms_of_service', terms)).rejects.toMatchObject({ code: 'NoPermission' })
    for (const path of ['/terms-of-service', '/terms-of-service?version=2020-01-01', policyPath('privacy_policy'), ''])
      await expect(agree('investor', 'terms_of_service', path)).rejects.toMatchObject({ code: 'PolicyNotAgreed' })
    const anonymous = stack
      .as('nobody')
      .agreePolicy({ username: 'investor', policy_type: 'terms_of_service', file_path: terms })
    await expect(anonymous).rejects.toMatchObject({ code: 'NotSignedIn' })
  })
})

describe("an operator's own texts", () => {
  const write = async (name: string, text: string, language = 'en') => {
    const folder = join(stack.frame.settings.dataDir, 'policies', language)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const secondInvestor = () => stack.people.secondInvestor
  const me = async () => (await visit('secondInvestor')).getUserInfoByToken({})
  /** A server looks at the texts once a second. */
  const isRefused = (client: TestClient) =>
    expect.poll(() => client.getInvitedPitchList({}).catch(({ code }) => code), { timeout: 3000 }).toBe('PolicyPending')
  const agreeNow = async () => {
    const { policy_pending, policy_versions, email } = await me()
    for (const policy_type of policy_pending)
      await stack.as('secondInvestor').agreePolicy({
        username: email,
        policy_type,
        file_path: policyPath(policy_type, policy_versions?.[policy_type]),
      })
  }
  afterAll(() => rm(join(stack.frame.settings.dataDir, 'policies'), { recursive: true, force: true }))

  it('[SCREEN-042, ENT-084] ask everybody again when they change, of the text that has changed alone', async () => {
    const newcomer = await me()
    expect(newcomer).toMatchObject({ policy_pending: ['terms_of_service', 'privacy_policy'], policy_renewed: false })
    await agreeNow()
    expect((await me()).policy_pending).toEqual([])

    await write('terms-of-service.md', '# Our terms\n\nBe kind.\n')
    const asked = await me()
    expect(asked).toMatchObject({ policy_pending: ['terms_of_service'], policy_renewed: true })
    const version = asked.policy_versions?.terms_of_service ?? ''
    expect(version).toMatch(/^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/)
    expect(await stack.as('nobody').getPolicy({ kind: 'terms-of-service' })).toMatchObject({ version, is_own: true })
    expect(await stack.as('nobody').getRegistrationInfo({})).toMatchObject({
      terms_version: version,
      privacy_version: policyVersions.privacy_policy,
    })
    // a text that is no longer shown cannot be agreed to
    await expect(
      stack.as('secondInvestor').agreePolicy({
        username: asked.email,
        policy_type: 'terms_of_service',
        file_path: terms,
      }),
    ).rejects.toMatchObject({ code: 'PolicyNotAgreed' })
    await agreeNow()
    expect((await me()).policy_pending).toEqual([])
    const { items } = await stack.as('secondInvestor').getMyAgreements({})
    expect(items[0]).toMatchObject({ version, current: true })

    // another language is another text, too
    await write('terms-of-service.md', '# 我们的条款\n', 'zh-Hans')
    expect((await me()).policy_pending).toEqual(['terms_of_service'])
    await agreeNow()
    // what is put back as it was has been agreed to before
    await rm(join(stack.frame.settings.dataDir, 'policies/zh-Hans/terms-of-service.md'))
    const back = await me()
    expect(back.policy_pending).toEqual([])
  })

  it('[ENT-084] are kept as they were agreed to, once, however many ask at the same moment, and noted', async () => {
    await write('privacy-policy.md', '# Our privacy\n\nWe keep little.\n')
    const answers = await Promise.all(Array.from({ length: 8 }, () => me()))
    const versions = new Set(answers.map(one => one.policy_versions?.privacy_policy))
    expect(versions.size).toBe(1)
    const all = await stack.db.select().from(policyText).where(eq(policyText.policyType, 'privacy_policy'))
    const kept = all.filter(row => row.version !== policyVersions.privacy_policy)
    expect(kept).toMatchObject([{ texts: { en: '# Our privacy\n\nWe keep little.\n' }, version: [...versions][0] }])
    const published = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'policy.publish'))
    expect(published.filter(one => one.subject === 'privacy_policy')).toHaveLength(1)
    await agreeNow()
    const agreed = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'policy.agree'))
    expect(agreed.at(-1)).toMatchObject({
      actorId: stack.people.secondInvestor.id,
      detail: { policy: 'privacy_policy', version: [...versions][0] },
    })
  })

  it('do not interrupt a session: a person who had come before is asked at their next visit', async () => {
    const here = await visit('secondInvestor')
    await new Promise(resolve => setTimeout(resolve, 30)) // clocks of files are coarse
    await write('privacy-policy.md', '# Our privacy\n\nWe keep less.\n')
    expect((await here.getUserInfoByToken({})).policy_pending).toEqual([])
    await here.getInvitedPitchList({})
    expect((await me()).policy_pending).toEqual(['privacy_policy'])
    await here.getInvitedPitchList({})
    const next = await visit('secondInvestor')
    await isRefused(next)
    await agreeNow()
    await next.getInvitedPitchList({})
    expect((await me()).policy_pending).toEqual([])
  })

  it('do not interrupt a session when an update brings another text of ours either', async () => {
    await rm(join(stack.frame.settings.dataDir, 'policies'), { recursive: true, force: true })
    const here = await visit('secondInvestor')
    await agreeNow()
    const { id: accountId } = secondInvestor()
    const ours = eq(policyAgreement.version, policyVersions.terms_of_service)
    await stack.db
      .update(policyAgreement)
      .set({ version: '2020-01-01' })
      .where(and(eq(policyAgreement.accountId, accountId), ours, eq(policyAgreement.policyType, 'terms_of_service')))
    const before = stack.as('secondInvestor') // since before this stack's first start
    expect((await before.getUserInfoByToken({})).policy_pending).toEqual([])
    await before.getInvitedPitchList({})
    await isRefused(here)
    await agreeNow()
    await here.getInvitedPitchList({})
  })
})

describe('what an investor says of their experience', () => {
  it("is its owner's alone to change", async () => {
    const change = (username: string) =>
      stack.as('investor').updateInvestorInvestingExperience({ username, investing_experience: 'overFiveYears' })
    await expect(change('secondinvestor')).rejects.toMatchObject({ code: 'NoPermission' })
    await change('investor')
    await change('Investor@Quill.test')
    expect(await stack.db.select().from(investorProfile)).toMatchObject([
      { accountId: stack.people.investor.id, investingExperience: 'overFiveYears' },
    ])
    const anonymous = stack.as('nobody').updateInvestorInvestingExperience({
      username: 'investor',
      investing_experience: 'none',
    })
    await expect(anonymous).rejects.toMatchObject({ code: 'NotSignedIn' })
  })
})

describe('asking to be invited', () => {
  const ask = (change: Record<string, string> = {}) =>
    stack.as('nobody').sendMemberInfo({ email: 'asks@new.test', name: 'Ann Asks', ...change })

  it('[CALL-205] writes to where the installation takes questions, once a day for each asker', async () => {
    await Promise.all([ask(), ask({ to_email: 'help@rostrum.test' })])
    const mails = await mailsTo(stack.db, 'help@rostrum.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Ann Asks')
    expect(mails[0]?.text).toContain('asks@new.test')
  })

  it('writes to no other address: it is no relay', async () => {
    for (const to_email of ['victim@elsewhere.test', 'superadmin@localhost.test', stack.people.admin.email])
      await expect(ask({ to_email })).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(ask({ name: 'A\r\nBcc: victim@elsewhere.test' })).rejects.toMatchObject({ code: 'InputInvalid' })
    expect(await mailsTo(stack.db, 'victim@elsewhere.test')).toHaveLength(0)
  })
})
