import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { company } from '#features/core/company/server/tables.ts'
import { makePdf } from '#testing/decks.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { uploadCall } from '#testing/upload.ts'
import { companiesJobs } from './jobs.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(company)
  await stack.db.delete(auditEntry)
})

type Fields = Parameters<ReturnType<Stack['as']>['createCompany']>[0]
const create = (more: Partial<Fields> = {}, by: PersonName = 'admin') =>
  stack.as(by).createCompany({ company_name: 'Acme', ...more })
const names = async (by: PersonName, asked = {}) =>
  (await stack.as(by).getCompanyList(asked)).items.map(({ company_name }) => company_name)
const read = (id: string) => stack.as('admin').getCompany({ id })

const everything = {
  ...{ company_name: 'Acme', legal_name: 'Acme Robotics, Inc.', industry: 'Enterprise Software' },
  ...{ phone: '+12025550143', website: 'https://acme.com', twitter: 'https://x.com/acme' },
  ...{ linkedin: 'https://www.linkedin.com/company/acme', facebook: 'https://www.facebook.com/acme' },
  ...{ instagram: 'https://www.instagram.com/acme', youtube: 'https://www.youtube.com/@acme' },
  ...{ address_1: '1 Main St', address_2: 'Floor 2', city: 'San Francisco', state: 'CA', zip: '94105', country: 'US' },
  ...{ about_the_company: 'Cranes that see.', company_highlights: '40 ports', brief_description: 'Cranes' },
  ...{ obfuscated_company_name: 'Project Quay', obfuscated_description: 'A maker of port equipment' },
} satisfies Fields

describe('getCompanyList', () => {
  it('[CALL-148] is of the own organization, and of all for a superadmin, who sees whose each is', async () => {
    await create()
    await create({}, 'lumenAdmin')
    expect(await names('admin')).toEqual(['Acme'])
    expect(await names('lumenAdmin')).toEqual(['Acme'])
    const { items, total } = await stack.as('superadmin').getCompanyList({})
    expect(total).toBe(2)
    expect(items.map(({ org_name }) => org_name).sort()).toEqual(['Lumen Partners', 'Quill Ventures'])
  })

  it('is searched, filtered, sorted and comes in pages', async () => {
    await create({ company_name: 'beta', legal_name: 'Alphabet Soup' })
    await create({ company_name: 'Alpha', industry: 'Mobile Apps' })
    await create({ company_name: '100% Coral' })
    expect(await names('admin')).toEqual(['100% Coral', 'Alpha', 'beta'])
    expect(await names('admin', { order: 'desc' })).toEqual(['beta', 'Alpha', '100% Coral'])
    expect(await names('admin', { sort: 'created_on' })).toEqual(['beta', 'Alpha', '100% Coral'])
    expect(await names('admin', { name: 'ALPHA' })).toEqual(['Alpha', 'beta'])
    expect(await names('admin', { name: '%' })).toEqual(['100% Coral'])
    expect(await names('admin', { industry: 'Mobile Apps' })).toEqual(['Alpha'])
    expect(await names('admin', { verification: 'approved' })).toEqual([])
    expect(await names('admin', { limit: 2, page: 2 })).toEqual(['beta'])
    expect((await stack.as('admin').getCompanyList({ limit: 2 })).total).toBe(3)
  })
})

describe('createCompany', () => {
  it('[PROD-036, CALL-145, ENT-056, ENT-057, ENT-058, ENT-059] keeps every field', async () => {
    const { id } = await create(everything)
    const organisation = { org_id: stack.people.admin.organisationId, org_name: 'Quill Ventures' }
    expect(await read(id)).toMatchObject({ id, ...everything, ...organisation, logo: '', verification: 'notVerified' })
    expect(await stack.actionsOn(id)).toEqual(['company.create'])
  })

  it('[RULE-070, RULE-071, RULE-072, RULE-073, RULE-074] writes formats as they are usual, and refuses wrong ones', async () => {
    const { id } = await create({ country: 'US', phone: '(202) 555-0143', website: 'acme.com', zip: ' 94105 ' })
    expect(await read(id)).toMatchObject({ phone: '+12025550143', website: 'https://acme.com', zip: '94105' })
    const wrong = {
      phone: '12',
      website: 'javascript:alert(1)',
      twitter: 'https://facebook.com/acme',
      zip: 'x',
      state: 'Bavaria',
      address_1: '---',
    }
    for (const [field, value] of Object.entries(wrong)) {
      const refused = create({ company_name: 'Other', country: 'US', [field]: value })
      await expect(refused, field).rejects.toMatchObject({
        code: 'InputInvalid',
        fields: { [field]: expect.any(String) },
      })
    }
  })

  it('is for another organization only where a superadmin says so', async () => {
    const org_id = stack.people.lumenAdmin.organisationId
    expect(await outcomesOf([create({ org_id })])).toEqual(['NoPermission'])
    const { id } = await create({ org_id }, 'superadmin')
    expect(await names('lumenAdmin')).toEqual(['Acme'])
    const [entry] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, id))
    expect(entry).toMatchObject({ action: 'company.create', organisationId: org_id, detail: { name: 'Acme' } })
  })

  it('keeps a name of few characters and many marks, which stands whole in every index', async () => {
    const marks = Array.from({ length: 380 }, (_, n) => String.fromCodePoint(0x0300 + ((n * 7) % 0x60))).join('')
    const { id } = await create({ company_name: `Q${marks}` })
    expect((await read(id)).company_name).toHaveLength(`Q${marks}`.normalize('NFC').length)
    const wide = Array.from({ length: 130 }, (_, n) => String.fromCodePoint(0x20d0 + (n % 13))).join('')
    await create({ company_name: `港${wide}口${wide}` })
  })

  it('[ERR-048] gives a name once in an organization, in any case of its letters, also to two at once', async () => {
    expect(await outcomesOf([create(), create({ company_name: 'ACME' })])).toEqual(['CompanyExists', 'done'])
    await expect(create()).rejects.toMatchObject({
      code: 'CompanyExists',
      fields: { company_name: 'CompanyExists' },
    })
    await create({}, 'lumenAdmin')
    expect(await names('admin')).toHaveLength(1)
  })
})

describe('updateCompany', () => {
  it('[CALL-146] changes what is given, leaves the rest, and notes which fields', async () => {
    const { id } = await create(everything)
    await stack.as('pitchadmin').updateCompany({ id, city: 'Oakland', twitter: '' })
    expect(await read(id)).toMatchObject({ ...everything, city: 'Oakland', twitter: '' })
    await stack.as('admin').updateCompany({ id, city: 'Oakland' })
    expect(await stack.actionsOn(id)).toEqual(['company.create', 'company.update'])
    const [, entry] = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, id)).orderBy(auditEntry.id)
    expect(entry?.detail).toEqual({ name: 'Acme', fields: ['twitter', 'city'] })
  })

  it('holds a change to the rules of the fields that it leaves', async () => {
    const { id } = await create(everything)
    const refused = stack.as('admin').updateCompany({ id, country: 'GB' })
    await expect(refused).rejects.toMatchObject({ code: 'InputInvalid', fields: { zip: 'zip' } })
    await stack.as('admin').updateCompany({ id, country: 'GB', zip: 'sw1a 1aa', state: '' })
    expect(await read(id)).toMatchObject({ zip: 'SW1A 1AA' })
  })

  it('lets two people change different fields at once', async () => {
    const { id } = await create(everything)
    const as = stack.as('admin')
    await Promise.all([as.updateCompany({ id, city: 'Oakland' }), as.updateCompany({ id, legal_name: 'Acme PLC' })])
    expect(await read(id)).toMatchObject({ city: 'Oakland', legal_name: 'Acme PLC' })
  })

  it('[ERR-048] gives no name that another one has, also when two take it at the same moment', async () => {
    const ids = [await create({ company_name: 'One' }), await create({ company_name: 'Two' })]
    const renamed = ids.map(({ id }) => stack.as('admin').updateCompany({ company_name: 'Three', id }))
    expect(await outcomesOf(renamed)).toEqual(['CompanyExists', 'done'])
  })
})

describe('deleteCompany and restoreCompany', () => {
  it('[CALL-147] take it off the list and put it back, each once', async () => {
    const { id } = await create()
    const restore = () => stack.as('admin').restoreCompany({ id })
    expect(await outcomesOf([restore()])).toEqual(['CompanyNotFound'])
    const twice = [1, 2].map(() => stack.as('admin').deleteCompany({ id }))
    expect(await outcomesOf(twice)).toEqual(['CompanyNotFound', 'done'])
    expect(await names('admin')).toEqual([])
    expect(await names('admin', { deleted: true })).toEqual(['Acme'])
    await restore()
    expect(await names('admin')).toEqual(['Acme'])
    expect(await stack.actionsOn(id)).toEqual(['company.create', 'company.delete', 'company.restore'])
  })

  it('give the name away meanwhile', async () => {
    const { id } = await create()
    await stack.as('admin').deleteCompany({ id })
    await create()
    expect(await outcomesOf([stack.as('admin').restoreCompany({ id })])).toEqual(['CompanyExists'])
  })

  it('end after 30 days, when it is removed for good', async () => {
    const { id } = await create()
    const { id: fresh } = await create({ company_name: 'Fresh' })
    for (const one of [id, fresh]) await stack.as('admin').deleteCompany({ id: one })
    const deletedAt = new Date(Date.now() - 31 * 86_400_000)
    await stack.db.update(company).set({ deletedAt }).where(eq(company.id, id))
    expect(await outcomesOf([stack.as('admin').restoreCompany({ id })])).toEqual(['CompanyNotFound'])
    expect(await names('admin', { deleted: true })).toEqual(['Fresh'])
    for (const companyId of [id, fresh]) await companiesJobs.purgeCompany({ companyId }, stack.frame)
    expect((await stack.db.select().from(company)).map(row => row.id)).toEqual([fresh])
  })
})

it('an admin changes no company of another organization, and none that is not there', async () => {
  const { id } = await create()
  const gone = await create({ company_name: 'Gone' })
  await stack.as('admin').deleteCompany(gone)
  const acts = (by: PersonName, id: string) => [
    stack.as(by).getCompany({ id }),
    stack.as(by).updateCompany({ id, city: 'X' }),
    stack.as(by).updateCompanyLogo({ id }),
    stack.as(by).deleteCompany({ id }),
  ]
  const all = [...acts('lumenAdmin', id), ...acts('admin', gone.id), stack.as('lumenAdmin').restoreCompany(gone)]
  expect(await outcomesOf(all)).toEqual(all.map(() => 'CompanyNotFound'))
  await stack.as('superadmin').deleteCompany({ id })
})

it('exportCompanies writes what the list finds, in its order, and nothing that a spreadsheet would run', async () => {
  await create({ company_name: '=1+1' })
  await create({ company_name: 'Beta', legal_name: 'Beta Ltd' })
  await create({ company_name: 'Other' }, 'lumenAdmin')
  const { filename, csv, rows, total } = await stack.as('admin').exportCompanies({ order: 'desc' })
  expect([rows, total]).toEqual([2, 2])
  expect(filename).toMatch(/^\d{4}-\d\d-\d\d-companies\.csv$/)
  const [head, ...lines] = Papa.parse<string[]>(csv.slice(1).trimEnd()).data
  expect(head?.slice(0, 3)).toEqual(['Name', 'Legal name', 'Industry'])
  expect(head?.slice(-3)).toEqual(['Verification', 'Organization', 'Added (UTC)'])
  expect(lines.map(line => line.slice(0, 2))).toEqual([
    ['Beta', 'Beta Ltd'],
    ["'=1+1", ''],
  ])
  expect((await stack.as('admin').exportCompanies({ name: 'beta' })).rows).toBe(1)
  expect(await stack.actionsOn(stack.people.admin.id)).toEqual(['company.export', 'company.export'])
})

describe('importCompanies', () => {
  const heads = ['Name', 'Legal name', '行业', 'phone', 'Country or region', 'Color']
  const rows = [
    ['Acme', 'Acme, Inc.', 'mobile apps', "'+12025550143", 'us', 'red'],
    ['acme', 'The same again'],
    ['A name of 21 letters.'],
    ['Beta', '', '', '12', 'US'],
    ['', 'No name'],
    ['Gamma'],
  ]
  type Line = { outcome: string; broken: Record<string, string> }
  interface Import {
    heads?: string[]
    rows?: string[][]
    dry?: boolean
    update_existing?: boolean
    org_id?: string
  }
  async function run(more: Import = {}, by: PersonName = 'admin') {
    const { dry = false, update_existing = false, org_id } = more
    const table = [more.heads ?? heads, ...(more.rows ?? rows)]
    const bytes = Buffer.from(`\uFEFF${Papa.unparse(table)}\r\n`)
    const fields = { dry: dry ? '1' : '0', update_existing: update_existing ? '1' : '0', ...(org_id && { org_id }) }
    const { body } = await uploadCall(stack.app, 'importCompanies', stack.people[by].token, { bytes }, fields)
    if (body.error) throw new CallFailed(body.error)
    return body.data as { lines: Line[]; unknown_columns: string[] }
  }
  const outcomes = ({ lines }: Awaited<ReturnType<typeof run>>) => lines.map(({ outcome }) => outcome)

  it('says line by line what would happen, and changes nothing', async () => {
    await create({ company_name: 'GAMMA' })
    const { lines, unknown_columns } = await run({ dry: true })
    expect(unknown_columns).toEqual(['Color'])
    expect(lines.map(({ outcome, broken }) => [outcome, broken])).toEqual([
      ['created', {}],
      ['wrong', { company_name: 'companyTwice' }],
      ['wrong', { company_name: 'companyName' }],
      ['wrong', { phone: 'phone' }],
      ['wrong', { company_name: 'required' }],
      ['exists', {}],
    ])
    expect(await names('admin')).toEqual(['GAMMA'])
    expect(await stack.actionsOn(stack.people.admin.id)).toEqual([])
  })

  it('does what it said, once: a repeat finds what is there', async () => {
    expect(outcomes(await run())).toEqual(
      outcomes(await run({ dry: true })).map(was => (was === 'exists' ? 'created' : was)),
    )
    expect(await names('admin')).toEqual(['Acme', 'Gamma'])
    const [acme] = (await stack.as('admin').getCompanyList({})).items
    expect(await read(acme?.id ?? '')).toMatchObject({
      ...{ legal_name: 'Acme, Inc.', industry: 'Mobile Apps', phone: '+12025550143', country: 'US' },
    })
    expect(await stack.actionsOn(stack.people.admin.id)).toEqual(['company.import'])
  })

  it('changes companies that exist only when that is asked for, and nothing by an empty cell', async () => {
    const { id } = await create(everything)
    const acme = [['Acme', 'Acme PLC', '', '', '', '']]
    expect(outcomes(await run({ rows: acme }))).toEqual(['exists'])
    expect(outcomes(await run({ rows: acme, update_existing: true, dry: true }))).toEqual(['updated'])
    expect(await read(id)).toMatchObject(everything)
    expect(outcomes(await run({ rows: acme, update_existing: true }))).toEqual(['updated'])
    expect(outcomes(await run({ rows: acme, update_existing: true }))).toEqual(['unchanged'])
    expect(await read(id)).toMatchObject({ ...everything, legal_name: 'Acme PLC' })
  })

  it('takes what an export wrote, in every language', async () => {
    await create(everything)
    await create({ company_name: '=1+1' })
    const { csv } = await stack.as('admin').exportCompanies({})
    const [names = [], ...written] = Papa.parse<string[]>(csv.slice(1).trimEnd()).data
    await stack.db.delete(company)
    expect(outcomes(await run({ heads: names, rows: written }))).toEqual(['created', 'created'])
    expect((await stack.as('admin').exportCompanies({})).csv.replace(/20\d\d-.*/g, '')).toBe(
      csv.replace(/20\d\d-.*/g, ''),
    )
  })

  it('wants a column of names, and goes to another organization only for a superadmin', async () => {
    expect(await outcomesOf([run({ heads: ['Legal name'] })])).toEqual(['CompanyColumnMissing'])
    expect(await outcomesOf([run({ rows: Array(1001).fill(['Acme']) })])).toEqual(['TableTooLarge'])
    expect(await outcomesOf([run({ rows: [['Acme', 'x'.repeat(1_000_000)]] })])).toEqual(['TableTooLarge'])
    const org_id = stack.people.lumenAdmin.organisationId
    expect(await outcomesOf([run({ org_id })])).toEqual(['NoPermission'])
    await run({ org_id }, 'superadmin')
    expect(await names('lumenAdmin')).toEqual(['Acme', 'Gamma'])
  })

  it('gives each name once to two imports at the same moment', async () => {
    const [one, two] = await Promise.all([run(), run()])
    expect([...outcomes(one), ...outcomes(two)].filter(outcome => outcome === 'created')).toHaveLength(2)
    expect(await names('admin')).toEqual(['Acme', 'Gamma'])
  })
})

describe('who speaks for a company', () => {
  const links = async (by: PersonName, asked = {}) =>
    (await stack.as(by).getPresenterCompanyList(asked)).items.map(({ company_name, user_name, title, is_first }) => {
      return [company_name, user_name, title, is_first]
    })
  const speaks = (company_id: string, more: object = {}, by: PersonName = 'admin') =>
    stack.as(by).createPresenterCompany({ company_id, user_id: stack.people.presenter.id, ...more })

  it('[CALL-153, CALL-156] is listed at the company and at the presenter, who reads their own', async () => {
    const [one, two] = [await create({ company_name: 'One' }), await create({ company_name: 'Two' })]
    await speaks(one.id, { title: 'CEO' })
    await speaks(two.id, {}, 'useradmin')
    await speaks(one.id, { user_id: stack.people.coHost.id }, 'pitchadmin')
    const name = (await links('presenter'))[0]?.[1]
    expect(await links('presenter')).toEqual([
      ['One', name, 'CEO', true],
      ['Two', name, '', false],
    ])
    expect(await links('presenter', { user_id: stack.people.coHost.id })).toHaveLength(2)
    expect(await links('admin', { company_id: one.id })).toHaveLength(2)
    expect(await links('admin', { user_id: stack.people.coHost.id })).toHaveLength(1)
    expect(await links('lumenAdmin')).toEqual([])
    expect(await stack.actionsOn(one.id)).toEqual(['company.create', 'company.addPresenter', 'company.addPresenter'])
  })

  it('[CALL-153] is one link for each pair, also of two racing requests, within one organization', async () => {
    const { id } = await create()
    expect(await outcomesOf([speaks(id), speaks(id)])).toEqual(['PresenterCompanyExists', 'done'])
    const strangers = [
      speaks(id, { user_id: stack.people.lumenInvestor.id }),
      speaks(id, { user_id: stack.people.member.id }),
      speaks(id, { user_id: stack.people.lumenAdmin.id }, 'superadmin'),
    ]
    expect(await outcomesOf(strangers)).toEqual(['UserNotFound', 'UserNotFound', 'UserNotFound'])
    expect(await outcomesOf([speaks(id, {}, 'lumenAdmin')])).toEqual(['CompanyNotFound'])
  })

  it('[CALL-154] gives a presenter one first company, also when two are made it at once', async () => {
    const made = await Promise.all(['One', 'Two', 'Three'].map(company_name => create({ company_name })))
    const ids = (await Promise.all(made.map(({ id }) => speaks(id, { is_first: true })))).map(({ id }) => id)
    const firsts = async () => (await links('admin')).filter(([, , , isFirst]) => isFirst).length
    expect(await firsts()).toBe(1)
    await Promise.all(ids.map(id => stack.as('admin').updatePresenterCompany({ id, is_first: true, title: 'CFO' })))
    expect(await firsts()).toBe(1)
    expect((await links('admin')).map(([, , title]) => title)).toEqual(['CFO', 'CFO', 'CFO'])
  })

  it('[CALL-155] ends, also with the company', async () => {
    const [one, two] = [await create({ company_name: 'One' }), await create({ company_name: 'Two' })]
    const { id } = await speaks(one.id)
    await speaks(two.id)
    const twice = [1, 2].map(() => stack.as('admin').deletePresenterCompany({ id }))
    expect(await outcomesOf(twice)).toEqual(['PresenterCompanyNotFound', 'done'])
    await stack.as('admin').deleteCompany(two)
    expect(await links('presenter')).toEqual([])
    await stack.as('admin').restoreCompany(two)
    expect(await links('presenter')).toHaveLength(1)
  })
})

it('[CALL-156] a presenter whose account is deleted speaks for no company, until it is restored', async () => {
  const { id: company_id } = await create()
  const { id: user_id } = stack.people.coHost
  await stack.as('admin').createPresenterCompany({ company_id, user_id })
  const total = async () => (await stack.as('admin').getPresenterCompanyList({ company_id })).total
  await stack.as('admin').deleteUser({ user_id })
  expect(await total()).toBe(0)
  await stack.as('admin').restoreUser({ user_id })
  expect(await total()).toBe(1)
})

it('getCompanyHistory says who changed what, the latest first, within the fence', async () => {
  const { id } = await create()
  await stack.as('pitchadmin').updateCompany({ id, city: 'Oakland' })
  const { items, total } = await stack.as('useradmin').getCompanyHistory({ id })
  expect(total).toBe(2)
  expect(items.map(({ action, fields }) => [action, fields])).toEqual([
    ['company.update', ['city']],
    ['company.create', []],
  ])
  expect(items[0]?.user_name).toContain('Pia')
  expect(await outcomesOf([stack.as('lumenAdmin').getCompanyHistory({ id })])).toEqual(['CompanyNotFound'])
})

it('[ENT-059] updateCompanyDocument keeps a PDF beside a text for those who look after companies', async () => {
  const { id } = await create()
  const upload = async (bytes: Buffer) =>
    (
      await uploadCall(
        stack.app,
        'updateCompanyDocument',
        stack.people.admin.token,
        { bytes, name: 'About.pdf' },
        {
          ...{ id, document: 'about' },
        },
      )
    ).body.error
  expect(await upload(Buffer.from('no PDF'))).toMatch(/^Document|^Deck/)
  expect(await upload(await makePdf(1))).toBeUndefined()
  const { about_file, highlights_file } = await read(id)
  expect([about_file?.filename, highlights_file]).toEqual(['About.pdf', null])
  const get = async (who?: PersonName) => {
    const headers = who ? { authorization: `Bearer ${stack.people[who].token}` } : {}
    return (await stack.app.inject({ url: about_file?.url ?? '', headers })).statusCode
  }
  expect([await get('useradmin'), await get('presenter'), await get('lumenAdmin'), await get()]).toEqual([
    200, 404, 404, 401,
  ])
  await stack.as('admin').updateCompanyDocument({ id, document: 'about' })
  expect((await read(id)).about_file).toBeNull()
  expect(await get('admin')).toBe(404)
  expect(await stack.actionsOn(id)).toEqual(['company.create', 'company.document', 'company.document'])
})

it('getCompanyPitchList has the pitches of a company, the latest first, for those who look after pitches', async () => {
  const { id } = await create()
  const plan = (presentation_name: string) =>
    stack.as('admin').createPitchByPresenter(pitchForm({ presentation_name, company_id: id }))
  const first = await plan('First')
  await plan('Second')
  const { items, total } = await stack.as('pitchadmin').getCompanyPitchList({ id })
  expect(total).toBe(2)
  expect(items.map(item => item.presentation_name)).toEqual(['Second', 'First'])
  await stack.as('admin').deletePitch(first)
  expect((await stack.as('admin').getCompanyPitchList({ id })).total).toBe(1)
  expect(await outcomesOf([stack.as('lumenAdmin').getCompanyPitchList({ id })])).toEqual(['CompanyNotFound'])
})

it('getCompanySeriesList has the series that raise money for a company, within the fence', async () => {
  const { id } = await create()
  const place = { country: 'US', state: 'DE', registered_agent: 'Agent' }
  const ein = { ein: '12-3456789', ein_again: '12-3456789' }
  const spv = await stack.as('admin').createSpv({ spv_legal_name: 'Harbor SPV LLC', ...ein, ...place })
  await stack.as('admin').createSpvSeries({
    ...{ spv_id: spv.id, company_id: id, spv_series_name: 'Acme I', status: 'open', maximum_of_investors: 99 },
  })
  const { items } = await stack.as('pitchadmin').getCompanySeriesList({ id })
  expect(items).toMatchObject([{ spv_series_name: 'Acme I', spv_legal_name: 'Harbor SPV LLC', status: 'open' }])
  expect(await outcomesOf([stack.as('lumenAdmin').getCompanySeriesList({ id })])).toEqual(['CompanyNotFound'])
  expect(await outcomesOf([stack.as('admin').deleteCompany({ id })])).toEqual(['CompanyInUse'])
})
