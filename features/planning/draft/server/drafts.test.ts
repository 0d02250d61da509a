import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { pitchFields } from '#features/core/pitch/fields.ts'
import { draftFields } from '#features/planning/draft/contract.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import type { PersonName } from '#testing/people.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { draftJobs } from './jobs.ts'
import { purgeDrafts } from './purgeQueries.ts'
import { pitchDraft } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await stack.db.delete(pitchDraft)
})

type Fields = Parameters<ReturnType<Stack['as']>['createPitchDraftByPresenter']>[0]
const create = (by: PersonName = 'presenter', more: Fields = {}) =>
  stack.as(by).createPitchDraftByPresenter({ presentation_name: 'Seed round', ...more })
const names = async (by: PersonName, asked = {}) =>
  (await stack.as(by).getPitchDraftListForPresenter(asked)).items.map(row => row.presentation_name)
const all = async (by: PersonName, asked = {}) => (await stack.as(by).getPitchDraftListAll(asked)).items
const grace = { email: 'grace@quill.co', firstname: 'Grace', lastname: 'Hopper' }
const lin = { email: 'lin@quill.co', firstname: '', lastname: '' }

describe('createPitchDraftByPresenter', () => {
  it('[CALL-016, STATE-019, CALL-009] keeps a half-written pitch as it was typed', async () => {
    const typed = {
      ...{ start_date: '02/', start_zone: 'Asia/Taipei', asked_amount: '1.5m', co_host: 'carl@quill.example,mon' },
      ...{ contacts_rest: 'grac', no_file: true, is_public: true, commit_total: 'everybody' as const },
    }
    const { id, version } = await create('presenter', { ...typed, attendees_arr: [grace] })
    expect(version).toBe(1)
    const read = await stack.as('presenter').getPitchDraftForPresenter({ id })
    expect(read).toMatchObject({
      ...typed,
      co_host: ['carl@quill.example', 'mon'],
      attendees_arr: [grace],
      state: 'draft',
      presenter_name: '',
    })
  })

  it('[ENT-023] has every field of a pitch, and how many people are in its list', async () => {
    const { id } = await create('presenter', { attendees_arr: [grace, lin] })
    const read = await stack.as('presenter').getPitchDraftForPresenter({ id })
    expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(pitchFields)))
    expect(Object.keys(draftFields).sort()).toEqual(Object.keys(pitchFields).sort())
    expect(read.contact_count).toBe(2)
    const [listed] = (await stack.as('presenter').getPitchDraftListForPresenter({})).items
    expect(listed?.contact_count).toBe(2)
  })

  it('ends at 200 drafts of a person, also of two that are begun at once', async () => {
    const { id: userId, organisationId } = stack.people.presenter
    const [row] = await stack.db
      .select()
      .from(pitchDraft)
      .where(eq(pitchDraft.id, (await create()).id))
    await stack.db
      .insert(pitchDraft)
      .values(Array.from({ length: 198 }, () => ({ organisationId, userId, form: row?.form ?? ({} as never) })))
    expect(await outcomesOf([create(), create()])).toEqual(['TooManyDrafts', 'done'])
    expect(await outcomesOf([create('coHost')])).toEqual(['done'])
  })
})

describe('updatePitchDraftByPresenter', () => {
  it('[GAP-006, STATE-020] changes the given fields and leaves the rest', async () => {
    const { id } = await create('presenter', { about: 'Contracts', attendees_arr: [grace] })
    const as = stack.as('presenter')
    expect(await as.updatePitchDraftByPresenter({ id, version: 1, about: '', keywords: 'law' })).toMatchObject({
      version: 2,
    })
    expect(await as.getPitchDraftForPresenter({ id })).toMatchObject({
      ...{ presentation_name: 'Seed round', about: '', keywords: 'law', attendees_arr: [grace], version: 2 },
    })
  })

  it('never overwrites what was saved meanwhile: of two from one version one is done, and the other changes nothing', async () => {
    const { id } = await create()
    const save = (by: PersonName, about: string) =>
      by === 'presenter'
        ? stack.as(by).updatePitchDraftByPresenter({ id, version: 1, about })
        : stack.as(by).updatePitchDraftByPitchAdmin({ id, version: 1, about })
    expect(await outcomesOf([save('presenter', 'Mine'), save('pitchadmin', 'Theirs')])).toEqual([
      'DraftChanged',
      'done',
    ])
    const { version, about, updated_by } = await stack.as('presenter').getPitchDraftForPresenter({ id })
    expect(version).toBe(2)
    expect([about, updated_by]).toEqual(about === 'Mine' ? ['Mine', 'Paul Presenter'] : ['Theirs', 'Pia Pitchadmin'])
  })

  it('is for the own drafts alone, an administrator’s included', async () => {
    const { id } = await create()
    const change = { id, version: 1, about: 'Taken over' }
    const all = (['coHost', 'admin', 'superadmin', 'useradmin'] as const).map(by =>
      stack.as(by).updatePitchDraftByPresenter(change),
    )
    expect(await outcomesOf(all)).toEqual(all.map(() => 'DraftNotFound'))
    await create('useradmin')
    expect(await names('useradmin')).toEqual(['Seed round'])
  })
})

describe('drafts of others', () => {
  it('[CALL-008, CALL-010, CALL-017, PERM-078] are seen and changed by those who look after pitches, in their organization', async () => {
    const { id } = await create()
    await create('lumenAdmin', { presentation_name: 'Other house' })
    for (const by of ['admin', 'pitchadmin'] as const) {
      expect((await all(by)).map(row => [row.presentation_name, row.owner_name])).toEqual([
        ['Seed round', 'Paul Presenter'],
      ])
      const { version, assignee } = await stack.as(by).getPitchDraftForPitchAdmin({ id })
      expect(assignee?.user_id).toBe(stack.people.presenter.id)
      await stack.as(by).updatePitchDraftByPitchAdmin({ id, version, about: by })
    }
    expect((await all('superadmin')).map(row => row.org_name).sort()).toEqual(['Lumen Partners', 'Quill Ventures'])
    expect(await outcomesOf([stack.as('lumenAdmin').getPitchDraftForPitchAdmin({ id })])).toEqual(['DraftNotFound'])
    // noted once for each who takes over, not with every key
    await stack.as('pitchadmin').updatePitchDraftByPitchAdmin({ id, version: 3, about: 'again' })
    expect(await stack.actionsOn(id)).toEqual(['pitchDraft.update', 'pitchDraft.update'])
  })

  it('are refused to a presenter', async () => {
    const { id } = await create('admin')
    const as = stack.as('presenter')
    const calls = [
      as.getPitchDraftListAll({}),
      as.getPitchDraftForPitchAdmin({ id }),
      as.updatePitchDraftByPitchAdmin({ id, version: 1, about: '' }),
      as.deletePitchDraft({ id }),
      as.getPitchDraftForPresenter({ id }),
    ]
    expect(await outcomesOf(calls)).toEqual([
      'DraftNotFound',
      'DraftNotFound',
      'NotAllowed',
      'NotAllowed',
      'NotAllowed',
    ])
  })
})

describe('getPitchDraftListForPresenter', () => {
  it('[CALL-007] is of the own drafts: searched, sorted, in pages', async () => {
    await create('presenter', { presentation_name: 'beta', company_name: 'Quill Co' })
    await create('presenter', { presentation_name: 'Alpha' })
    await create('coHost', { presentation_name: 'Not mine' })
    expect(await names('presenter')).toEqual(['Alpha', 'beta'])
    expect(await names('presenter', { sort: 'name', order: 'asc' })).toEqual(['Alpha', 'beta'])
    expect(await names('presenter', { sort: 'name', order: 'desc', limit: 1, page: 2 })).toEqual(['Alpha'])
    expect(await names('presenter', { name: 'quill' })).toEqual(['beta'])
  })
})

describe('deletePitchDraft', () => {
  it('[CALL-021, STATE-021] takes a draft off the lists once, and restorePitchDraft puts it back', async () => {
    const { id } = await create()
    const remove = () => stack.as('presenter').deletePitchDraft({ id })
    expect(await outcomesOf([remove(), remove()])).toEqual(['DraftNotFound', 'done'])
    expect([await names('presenter'), await names('presenter', { deleted: true })]).toEqual([[], ['Seed round']])
    expect(await outcomesOf([stack.as('coHost').restorePitchDraft({ id })])).toEqual(['DraftNotFound'])
    await stack.as('pitchadmin').restorePitchDraft({ id })
    expect(await names('presenter')).toEqual(['Seed round'])
    expect(await stack.actionsOn(id)).toEqual(['pitchDraft.delete', 'pitchDraft.restore'])
  })

  it('is for good after 30 days', async () => {
    const [{ id: old }, { id: fresh }] = [await create(), await create()]
    for (const id of [old, fresh]) await stack.as('presenter').deletePitchDraft({ id })
    const deletedAt = new Date(Date.now() - 31 * 86_400_000)
    await stack.db.update(pitchDraft).set({ deletedAt }).where(eq(pitchDraft.id, old))
    expect(await outcomesOf([stack.as('presenter').restorePitchDraft({ id: old })])).toEqual(['DraftNotFound'])
    for (const draftId of [old, fresh]) await draftJobs.purgePitchDraft({ draftId }, stack.frame)
    expect((await stack.db.select().from(pitchDraft)).map(row => row.id)).toEqual([fresh])
  })
})

it('a forgotten person leaves the drafts: their own are emptied, and others lose their address', async () => {
  const own = await create('coHost', { about: 'Mine' })
  const { id: userId, organisationId } = stack.people.coHost
  const [row] = await stack.db.select().from(account).where(eq(account.id, userId))
  const email = row?.email ?? ''
  const other = await create('presenter', {
    ...{ co_host: `${email},mona@quill.example`, contacts_rest: `x ${email}\ngrac` },
    attendees_arr: [grace, { email, firstname: 'Cora', lastname: 'Cohost' }],
  })
  await stack.db.transaction(db =>
    purgeDrafts(db, { id: userId, organisationId, email, username: null, recipients: [email] }),
  )
  const rows = await stack.db.select().from(pitchDraft)
  expect(JSON.stringify(rows)).not.toContain(email)
  expect(rows.find(one => one.id === own.id)?.form.about).toBe('')
  const read = await stack.as('presenter').getPitchDraftForPresenter({ id: other.id })
  expect(read).toMatchObject({ co_host: ['mona@quill.example'], contacts_rest: 'grac', attendees_arr: [grace] })
  await draftJobs.purgePitchDraft({ draftId: own.id }, stack.frame)
  expect(await stack.db.select().from(pitchDraft)).toHaveLength(1)
})

describe('the invitation of a draft', () => {
  const form = {
    presentation_name: 'Seed round',
    presenter_name: 'Ada Okafor',
    ...{ start_date: '11/24/2031', start_time: '10:00', start_noon: 'AM', start_zone: 'America/New_York' },
    ...{ end_date: '11/24/2031', end_time: '11:00', end_noon: 'AM', end_zone: 'America/New_York' },
    ...{ company_name: 'Quill Co', about: 'Quill writes contracts.', recording: 'hand' as const },
  }
  const preview = async (id: string, language: 'en' | 'zh-Hant' = 'en', by: PersonName = 'presenter') =>
    (await stack.as(by).getDraftInvitationPreview({ id, language })).mail

  it('is shown as its reader will see it, once it has a name and both times', async () => {
    const { end_date, ...early } = form
    const { id, version } = await stack.as('presenter').createPitchDraftByPresenter(early)
    expect(await preview(id)).toBeNull()
    await stack.as('presenter').updatePitchDraftByPresenter({ id, version, end_date })
    const mail = await preview(id)
    expect(mail?.subject).toContain('Seed round')
    for (const said of ['Quill Co', 'Quill writes contracts.', 'November 24, 2031', 'may be recorded']) {
      expect(mail?.text).toContain(said)
      expect(mail?.html).toContain(said)
    }
    expect((await preview(id, 'zh-Hant'))?.text).toContain('2031年11月24日')
    expect((await preview(id, 'en', 'pitchadmin'))?.subject).toBe(mail?.subject)
    await expect(preview(id, 'en', 'coHost')).rejects.toThrow('DraftNotFound')
    await expect(preview(id, 'en', 'lumenAdmin')).rejects.toThrow('DraftNotFound')
  })

  it('names no company that invitees may not know yet', async () => {
    const hidden = { company_disclosure: 'team', obfuscated_company_name: 'A fintech', obfuscated_description: 'Soon.' }
    const { id } = await stack.as('presenter').createPitchDraftByPresenter({ ...form, ...hidden } as typeof form)
    const mail = await preview(id)
    expect(mail?.text).toContain('A fintech')
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Quill (Co|writes)/)
  })
})
