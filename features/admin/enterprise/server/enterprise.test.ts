import { readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companiesJobs } from '#features/admin/companies/server/jobs.ts'
import { company } from '#features/core/company/server/tables.ts'
import { makePdf } from '#testing/decks.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'
import { enterpriseJobs } from './evidence.ts'
import { enterpriseEvidence, enterpriseVerification } from './tables.ts'

let stack: Stack
let pdf: Buffer
beforeAll(async () => {
  stack = await startStack()
  pdf = await makePdf(1)
})
afterAll(() => stack.stop())

const licence_number = '9144030071526726XG'
const id_card_number = '11010519491231002X'
let company_id: string
beforeEach(async () => {
  await stack.db.delete(company)
  const made = { company_name: 'Acme', legal_name: '艾克米有限公司', country: 'CN' } as const
  company_id = (await stack.as('admin').createCompany(made)).id
})

const submit = (more: object = {}, by: PersonName = 'admin') =>
  stack.as(by).submitEnterpriseVerification({ company_id, licence_number, id_card_number, ...more })
const review = (id: string, approved: boolean, reason = '') =>
  stack.as('superadmin').reviewEnterpriseVerification({ id, approved, reason })
const standing = async () => (await stack.as('admin').getCompany({ id: company_id })).verification
const history = async (by: PersonName = 'admin') =>
  (await stack.as(by).getEnterpriseVerificationList({ company_id })).items
const attach = (name = 'licence.pdf', bytes = pdf, by: PersonName = 'admin') =>
  uploadCall(
    stack.app,
    'createEnterpriseEvidence',
    stack.people[by].token,
    { bytes, name },
    { company_id, kind: 'licence' },
  )
const file = (url: string, by: PersonName) =>
  stack.app.inject({ url, headers: { authorization: `Bearer ${stack.people[by].token}` } })

describe('[GAP-011] a company', () => {
  it('[STATE-083, STATE-084, STATE-085] is not verified, then waits for its review, then is approved', async () => {
    expect(await standing()).toBe('notVerified')
    const { id } = await submit()
    expect(await standing()).toBe('pendingReview')
    await review(id, true)
    expect(await standing()).toBe('approved')
    expect((await stack.as('admin').getCompanyList({ verification: 'approved' })).items).toHaveLength(1)
    expect(await stack.actionsOn(company_id)).toEqual(['company.create', 'enterprise.submit', 'enterprise.approve'])
    const [notice] = (await stack.as('admin').getNoticeList({})).items
    expect(notice?.title).toBe('Acme was approved')
  })

  it('[STATE-086] is rejected with a reason, and submitted again with its history kept', async () => {
    const { id } = await submit()
    expect(await outcomesOf([review(id, false)])).toEqual(['InputInvalid'])
    await review(id, false, 'The scan is blurred.')
    expect(await standing()).toBe('rejected')
    await submit()
    expect(await standing()).toBe('pendingReview')
    expect((await history()).map(({ state, reason }) => [state, reason])).toEqual([
      ['pendingReview', ''],
      ['rejected', 'The scan is blurred.'],
    ])
  })

  it('[STATE-087] needs no review where a superadmin says so, and can need one again', async () => {
    const need = (needed: boolean) => stack.as('superadmin').setEnterpriseReviewNeeded({ company_id, needed })
    const { id } = await submit()
    expect(await need(false)).toEqual({ verification: 'noReviewNeeded' })
    expect(await outcomesOf([submit(), review(id, true)])).toEqual([
      'VerificationStateForbids',
      'VerificationStateForbids',
    ])
    expect(await need(true)).toEqual({ verification: 'notVerified' })
    await review((await submit()).id, true)
    expect(await outcomesOf([need(false)])).toEqual(['VerificationStateForbids'])
  })

  it('is submitted once and reviewed once, also by two at the same moment', async () => {
    expect(await outcomesOf([submit(), submit()])).toEqual(['VerificationStateForbids', 'done'])
    const [waiting] = await history()
    const both = [review(waiting?.id ?? '', true), review(waiting?.id ?? '', false, 'No.')]
    expect(await outcomesOf(both)).toEqual(['VerificationStateForbids', 'done'])
  })

  it('needs a legal name and a country, and is verified again under another name', async () => {
    const { id } = await stack.as('admin').createCompany({ company_name: 'Bare' })
    expect(await outcomesOf([submit({ company_id: id })])).toEqual(['CompanyIncomplete'])
    await review((await submit()).id, true)
    await stack.as('admin').updateCompany({ id: company_id, city: '深圳' })
    expect(await standing()).toBe('approved')
    await stack.as('admin').updateCompany({ id: company_id, legal_name: '别的有限公司' })
    expect(await standing()).toBe('notVerified')
    const { id: second } = await submit()
    await stack.as('admin').updateCompany({ id: company_id, legal_name: '再一个有限公司' })
    expect((await history())[0]?.state).toBe('withdrawn')
    expect(await outcomesOf([review(second, true)])).toEqual(['VerificationStateForbids'])
    await review((await submit()).id, true)
    await stack.as('admin').updateCompany({ id: company_id, company_name: 'Famous Bank' })
    expect(await standing()).toBe('notVerified')
  })

  it('is reviewed by superadmins alone, and by none its own as long as there is another', async () => {
    const { id } = await submit({}, 'superadmin')
    expect(await outcomesOf([review(id, true)])).toEqual(['done'])
    await stack.as('admin').updateCompany({ id: company_id, legal_name: '新的有限公司' })
    const own = (await submit({}, 'superadmin')).id
    const { organisationId } = stack.people.admin
    await stack.db.execute(sql`insert into account (organisation_id, email, roles, state)
      values (${organisationId}, 'second@super.test', '{superadmin}', 'active')`)
    expect(await outcomesOf([review(own, true)])).toEqual(['VerificationStateForbids'])
    // nor do they wait for one whose term is over
    await stack.db.execute(sql`update account set ends_at = now() where email = 'second@super.test'`)
    expect(await outcomesOf([review(own, true)])).toEqual(['done'])
    await stack.db.execute(sql`delete from account where email = 'second@super.test'`)
  })
})

describe('the numbers', () => {
  it('[RULE-066] are refused at their fields when their check digits do not match', async () => {
    const wrong = submit({ licence_number: '9144030071526726XA', id_card_number: '110105194912310021' })
    await expect(wrong).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { licence_number: 'licenceNumber', id_card_number: 'idCardNumber' },
    })
    expect(await standing()).toBe('notVerified')
  })

  it('are encrypted, and shown by their last four characters', async () => {
    const { id } = await submit()
    const [row] = await stack.db.select().from(enterpriseVerification)
    expect(JSON.stringify(row)).not.toMatch(/9144030071526726|110105194912/)
    const shown = { licence_number: '••••26XG', id_card_number: '••••002X' }
    expect(await history()).toMatchObject([{ id, ...shown }])
    const everything = await stack.db.execute(sql`select to_jsonb(t)::text row from audit_entry t
      union all select to_jsonb(t)::text from answered_call t`)
    expect(JSON.stringify(everything.rows)).not.toMatch(/9144030071526726XG|11010519491231002X/)
    const numbers = { licence_number, id_card_number }
    expect(await stack.as('superadmin').readEnterpriseNumbers({ id })).toEqual(numbers)
    expect(await stack.actionsOn(company_id)).toEqual(['company.create', 'enterprise.submit', 'enterprise.read'])
  })

  it('cannot be read from another row', async () => {
    const { id } = await submit()
    await stack.db.execute(sql`update enterprise_verification set licence_sealed = id_card_sealed where id = ${id}`)
    expect(await outcomesOf([stack.as('superadmin').readEnterpriseNumbers({ id })])).toEqual(['Internal'])
  })
})

describe('the documents', () => {
  it('are PDF files of one submission, which admins of the organization download', async () => {
    const { body } = await attach()
    const evidence_ids = [body.data.id as string]
    await submit({ evidence_ids })
    const [{ evidence } = { evidence: [] }] = await history()
    expect(evidence).toMatchObject([{ kind: 'licence', filename: 'licence.pdf' }])
    const url = evidence[0]?.url ?? ''
    const sent = await file(url, 'superadmin')
    expect(sent.headers['content-disposition']).toMatch(/^attachment/)
    expect(sent.rawPayload.equals(pdf)).toBe(true)
    for (const stranger of ['lumenAdmin', 'presenter', 'investor'] as const)
      expect((await file(url, stranger)).statusCode, stranger).toBe(404)
    expect((await stack.app.inject({ url })).statusCode).toBe(401)
  })

  it('are refused when they are no PDF, and belong to no other submission', async () => {
    expect((await attach('x.pdf', Buffer.from('no pdf at all'))).body.error).toBe('DocumentTypeNotAllowed')
    expect((await attach('x.pdf', pdf, 'lumenAdmin')).body.error).toBe('CompanyNotFound')
    const { body } = await attach()
    const evidence_ids = [body.data.id as string]
    const { id: other } = await stack
      .as('admin')
      .createCompany({ company_name: 'Other', legal_name: 'Other Ltd', country: 'CN' })
    expect(await outcomesOf([submit({ company_id: other, evidence_ids })])).toEqual(['EvidenceMissing'])
    await submit({ evidence_ids })
    await stack.as('admin').updateCompany({ id: company_id, legal_name: 'Another' })
    expect(await outcomesOf([submit({ evidence_ids })])).toEqual(['EvidenceMissing'])
  })

  it('are removed after a day when no submission took them', async () => {
    await attach()
    await enterpriseJobs.tidyEvidence({}, stack.frame)
    expect(await stack.db.$count(enterpriseEvidence)).toBe(1)
    const [row] = await stack.db.select().from(enterpriseEvidence)
    await stack.db.update(enterpriseEvidence).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    await enterpriseJobs.tidyEvidence({}, stack.frame)
    expect(await stack.db.$count(enterpriseEvidence)).toBe(0)
    expect(await stack.frame.storage.read(row?.key ?? '')).toBeUndefined()
  })

  it('are removed with their company, and no file of it stays in the storage', async () => {
    const filesOf = async () => {
      const names = await readdir(stack.frame.settings.dataDir, { recursive: true })
      return names.filter(name => name.includes(company_id) && name.endsWith('.pdf'))
    }
    const { body } = await attach()
    await submit({ evidence_ids: [body.data.id] })
    await attach('waits.pdf')
    expect(await filesOf()).toHaveLength(2)
    await stack.as('admin').deleteCompany({ id: company_id })
    await stack.db.update(company).set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
    await companiesJobs.purgeCompany({ companyId: company_id }, stack.frame)
    expect(await filesOf()).toEqual([])
  })

  it('are kept by no browser, and each reading is in the audit log', async () => {
    const { body } = await attach()
    const sent = await file(`/enterprise-files/${body.data.id}`, 'superadmin')
    expect(sent.headers['cache-control']).toBe('no-store')
    await file(`/enterprise-files/${body.data.id}`, 'lumenAdmin')
    expect(await stack.actionsOn(company_id)).toEqual(['company.create', 'enterprise.readFile'])
  })
})

it('an admin sees no submission of another organization', async () => {
  await submit()
  expect(await history('lumenAdmin')).toEqual([])
  expect(await history('superadmin')).toHaveLength(1)
  expect(await outcomesOf([submit({}, 'lumenAdmin')])).toEqual(['CompanyNotFound'])
})
