import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { company } from '#features/core/company/server/tables.ts'
import { makePdf } from '#testing/decks.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { uploadCall } from '#testing/upload.ts'

let stack: PitchStack
let picture: Buffer
let terms: Buffer
beforeAll(async () => {
  stack = await startPitchStack()
  picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  terms = await makePdf(1)
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(company)
})

const texts = {
  ...{ legal_name: 'Acme Robotics, Inc.', about_the_company: 'Cranes that see.', company_highlights: '40 ports' },
  ...{ obfuscated_company_name: 'Project Quay', obfuscated_description: 'A maker of port equipment' },
}
const hidden = {
  obfuscated_company_name: texts.obfuscated_company_name,
  obfuscated_description: texts.obfuscated_description,
}
const speaks = (company_id: string, more: object = {}) =>
  stack.as('admin').createPresenterCompany({ company_id, user_id: stack.people.presenter.id, ...more })
/** A company with a logo and a document. */
async function make(company_name = 'Acme', by: PersonName = 'admin') {
  const { id } = await stack.as(by).createCompany({ company_name, ...texts })
  await uploadCall(
    stack.app,
    'updateCompanyLogo',
    stack.people[by].token,
    { bytes: picture, type: 'image/png' },
    { id },
  )
  const file = { bytes: terms, name: 'About.pdf' }
  await uploadCall(stack.app, 'updateCompanyDocument', stack.people[by].token, file, { id, document: 'about' })
  return id
}
const taken = { company_name: 'Acme', about: 'Cranes that see.', highlights: '40 ports' }
const plan = (company_id: string, by: PersonName = 'presenter', more: object = {}) =>
  stack.as(by).createPitchByPresenter(pitchForm({ company_id, presentation_name: 'Seed round', ...taken, ...more }))
const detail = (uuid: string) => stack.as('presenter').getPitchDetail({ uuid })
const drift = (uuid: string) => stack.as('presenter').getPitchCompanyDrift({ uuid })
const fetched = async (url: string, who: PersonName = 'presenter') =>
  (await stack.app.inject({ url, headers: { authorization: `Bearer ${stack.people[who].token}` } })).statusCode

describe('a pitch that takes a company over', () => {
  it('has its names, texts, logo and document as its own', async () => {
    const id = await make()
    await speaks(id)
    const { uuid } = await plan(id)
    const seen = await detail(uuid)
    expect(seen).toMatchObject({ company_id: id, legal_name: 'Acme Robotics, Inc.', ...taken })
    expect(seen.about_file?.filename).toBe('About.pdf')
    expect(await fetched(`/webapi/${seen.company_logo}`)).toBe(200)
    expect(await fetched(seen.about_file?.url ?? '')).toBe(200)
    // what the company drops later, the pitch keeps
    await stack.as('admin').updateCompanyLogo({ id })
    await stack.as('admin').updateCompanyDocument({ id, document: 'about' })
    expect(await fetched(`/webapi/${seen.company_logo}`)).toBe(200)
    expect(await fetched(seen.about_file?.url ?? '')).toBe(200)
  })

  it('says what has drifted apart since, and takes it over again', async () => {
    const id = await make()
    await speaks(id)
    const { uuid } = await plan(id, 'presenter', {
      ...hidden,
    })
    expect(await drift(uuid)).toEqual({ company: { id, company_name: 'Acme' }, differs: [] })
    await stack.as('admin').updateCompany({ id, company_name: 'Acme Two', about_the_company: 'Cranes that think.' })
    await uploadCall(
      stack.app,
      'updateCompanyDocument',
      stack.people.admin.token,
      { bytes: terms, name: 'New.pdf' },
      { id, document: 'about' },
    )
    await stack.as('presenter').updatePitchLogo({ uuid })
    await stack.as('presenter').updateSgCompanyInfo({ uuid, highlights: '50 ports' })
    const { differs } = await drift(uuid)
    expect(differs.map(({ field }) => field)).toEqual([
      'company_name',
      'about',
      'highlights',
      'company_logo',
      'about_file',
    ])
    expect(differs[1]).toEqual({ field: 'about', pitch: 'Cranes that see.', company: 'Cranes that think.' })
    await stack.as('presenter').takeCompanyOver({ uuid, fields: ['about', 'about_file', 'company_logo'] })
    expect(await detail(uuid)).toMatchObject({
      about: 'Cranes that think.',
      highlights: '50 ports',
      company_name: 'Acme',
    })
    expect((await detail(uuid)).about_file?.filename).toBe('New.pdf')
    expect((await drift(uuid)).differs.map(({ field }) => field)).toEqual(['company_name', 'highlights'])
    expect(await stack.actionsOn(uuid)).toContain('pitch.takeCompany')
  })

  it('changes to another company, or to none, when it is edited', async () => {
    const [one, two] = [await make(), await make('Beta')]
    await speaks(one)
    const { uuid } = await plan(one)
    const edit = (company_id: string | undefined, by: PersonName = 'presenter') =>
      stack.as(by).updatePitch({ ...pitchForm(taken), uuid, ...(company_id !== undefined && { company_id }) })
    const first = await detail(uuid)
    await edit(undefined)
    expect((await detail(uuid)).company_id).toBe(one)
    await expect(edit(two)).rejects.toMatchObject({ code: 'CompanyNotFound' })
    await edit(two, 'admin')
    const second = await detail(uuid)
    expect(second.company_id).toBe(two)
    expect(second.about_file?.url).not.toBe(first.about_file?.url)
    await edit('')
    expect(await detail(uuid)).toMatchObject({ company_id: '', about: 'Cranes that see.' })
    expect(await drift(uuid)).toEqual({ company: null, differs: [] })
  })

  it('is of a company that its presenter speaks for, or that an admin chooses, of one organization', async () => {
    const [own, other, foreign] = [await make(), await make('Beta'), await make('Gamma', 'lumenAdmin')]
    await speaks(own)
    expect(await outcomesOf([plan(other), plan(foreign), plan(foreign, 'admin')])).toEqual(
      Array(3).fill('CompanyNotFound'),
    )
    await plan(other, 'admin')
    const as = stack.as('presenter')
    expect((await as.getPitchCompany({ id: own })).about).toBe('Cranes that see.')
    expect(await outcomesOf([as.getPitchCompany({ id: other }), as.getPitchCompany({ id: foreign })])).toEqual([
      'CompanyNotFound',
      'CompanyNotFound',
    ])
    // a super admin sees both organizations, a pitch is of one
    const { uuid } = await plan(own)
    const across = stack.as('superadmin').takeCompanyOver({ uuid, company_id: foreign, fields: ['about'] })
    expect(await outcomesOf([across])).toEqual(['CompanyNotFound'])
  })

  it('[CALL-154] begins with the first company of its presenter', async () => {
    const [one, two] = [await make('Alpha'), await make('Beta')]
    await make('Gamma')
    await speaks(one)
    await speaks(two, { is_first: true })
    const list = async (by: PersonName, asked = {}) =>
      (await stack.as(by).getPitchCompanyList(asked)).items.map(item => [item.company_name, item.is_first])
    expect(await list('presenter')).toEqual([
      ['Beta', true],
      ['Alpha', false],
    ])
    const user_id = stack.people.presenter.id
    expect(await list('admin', { user_id })).toEqual([
      ['Beta', true],
      ['Alpha', false],
      ['Gamma', false],
    ])
    expect(await list('admin', { name: 'gam' })).toEqual([['Gamma', false]])
    expect(await list('coHost')).toEqual([])
    expect(await outcomesOf([stack.as('coHost').getPitchCompanyList({ user_id })])).toEqual(['NoPermission'])
  })

  /** The pitch that is made of a copy, with the form that the copy brings. */
  async function copied(uuid: string, by: PersonName = 'presenter') {
    const { id: draft_id } = await stack.as(by).copyPitch({ uuid })
    const { company_id, company_name, about, highlights } = await stack
      .as(by)
      .getPitchDraftForPresenter({ id: draft_id })
    const form = { company_id, company_name, about, highlights, draft_id }
    return (more: object) =>
      stack.as(by).createPitchByPresenter(pitchForm({ presentation_name: 'Copy', ...form, ...more }))
  }

  it('is copied with what it took over, and the copy says from then on what drifts apart', async () => {
    const id = await make()
    await speaks(id)
    const { uuid } = await plan(id, 'presenter', hidden)
    const copy = await (await copied(uuid))(hidden)
    expect(await drift(copy.uuid)).toEqual({ company: { id, company_name: 'Acme' }, differs: [] })
    // a logo of its own stays one that the company has not, in a copy as well
    await stack.as('presenter').updatePitchLogo({ uuid })
    await stack.as('admin').updateCompany({ id, company_name: 'Acme', legal_name: 'Acme Two, Inc.' })
    const differs = async (one: string) => (await drift(one)).differs.map(({ field }) => field)
    const second = await (await copied(uuid))(hidden)
    expect(await differs(second.uuid)).toEqual(await differs(uuid))
    expect(await differs(uuid)).toEqual(['legal_name', 'company_logo'])
    await stack.as('presenter').takeCompanyOver({ uuid: second.uuid, fields: ['legal_name', 'company_logo'] })
    expect(await differs(second.uuid)).toEqual([])
  })

  it('keeps the legal name in a copy of one who may not choose the company, as long as it is that company', async () => {
    const id = await make()
    const { uuid } = await plan(id, 'admin', { user_id: stack.people.presenter.id })
    const same = await (await copied(uuid))({})
    expect((await detail(same.uuid)).legal_name).toBe('Acme Robotics, Inc.')
    const other = await (await copied(uuid))({ company_name: 'Beta' })
    expect(await detail(other.uuid)).toMatchObject({ company_id: '', legal_name: '', company_name: 'Beta' })
    await speaks(id)
    const chosen = await (await copied(uuid))({ company_id: id })
    expect(await detail(chosen.uuid)).toMatchObject({ company_id: id, legal_name: 'Acme Robotics, Inc.' })
  })

  it('[STATE-085] shows that its company was approved, under the reviewed names and to those who may know it', async () => {
    const id = await make()
    await speaks(id)
    const { uuid } = await plan(id, 'presenter', { is_public: true })
    const verified = async () =>
      Promise.all(
        (['presenter', 'investor'] as const).map(async who => {
          const { company_verified } = await stack.as(who).getPitchDetail({ uuid })
          // the door says the same
          expect(await stack.as(who).getJoinInfo({ uuid })).toMatchObject({ company_verified })
          return company_verified
        }),
      )
    await stack.as('admin').updateCompany({ id, country: 'CN' })
    const numbers = { licence_number: '9144030071526726XG', id_card_number: '11010519491231002X' }
    const submitted = await stack.as('admin').submitEnterpriseVerification({ company_id: id, ...numbers })
    expect(await verified()).toEqual([false, false])
    await stack.as('superadmin').reviewEnterpriseVerification({ id: submitted.id, approved: true })
    expect(await verified()).toEqual([true, true])
    await stack.as('presenter').updateSgCompanyInfo({ uuid, company_disclosure: 'team', ...hidden })
    expect(await verified()).toEqual([true, false])
    // the approval of one company is not lent to another name
    await stack.as('presenter').updateSgCompanyInfo({ uuid, company_disclosure: 'everybody' })
    const edit = (company_name: string) =>
      stack.as('presenter').updatePitch({ ...pitchForm({ ...taken, is_public: true, company_name }), uuid })
    await edit('Famous Bank')
    expect(await verified()).toEqual([false, false])
    await edit('Acme')
    await stack.as('admin').updateCompany({ id, legal_name: 'Famous Bank, Inc.' })
    expect(await verified()).toEqual([false, false])
  })

  it('and the deletion of the company at the same moment leave no pitch of a deleted company', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await make(`Acme ${n}`)
      await speaks(id)
      const { uuid } = await stack.create('presenter', { presentation_name: 'Seed round' })
      const [took] = await Promise.allSettled([
        stack.as('presenter').takeCompanyOver({ uuid, company_id: id, fields: ['about'] }),
        stack.as('admin').deleteCompany({ id }),
      ])
      const { about } = await detail(uuid)
      expect(about).toBe(took?.status === 'fulfilled' ? 'Cranes that see.' : '')
      const refusal = took?.status === 'rejected' ? took.reason : { code: 'CompanyNotFound' }
      expect(refusal).toMatchObject({ code: 'CompanyNotFound' })
      expect(
        await outcomesOf([stack.as('presenter').takeCompanyOver({ uuid, company_id: id, fields: ['about'] })]),
      ).toEqual(['CompanyNotFound'])
    }
  })

  it('keeps what it took over when the company is deleted, and finds it again when it is restored', async () => {
    const id = await make()
    await speaks(id)
    const { uuid } = await plan(id)
    await stack.as('admin').deleteCompany({ id })
    expect(await detail(uuid)).toMatchObject(taken)
    expect((await drift(uuid)).company).toBeNull()
    await stack.as('admin').restoreCompany({ id })
    expect((await drift(uuid)).company?.id).toBe(id)
    await stack.db
      .update(company)
      .set({ deletedAt: new Date(0) })
      .where(eq(company.id, id))
  })
})
