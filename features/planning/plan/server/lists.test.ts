import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
  await seed('presenter', 'Beta 100%', 3, { state: 'inProgress', companyName: 'Acme_Works' })
  await seed('presenter', 'alpha', 1, { presenterName: 'Zoe' })
  await seed('coHost', 'Gamma', 2, { state: 'delivered', coHosts: [stack.people.presenter.email] })
  await seed('pitchadmin', 'Delta', -3, { state: 'over' })
  await seed('admin', 'Never started', -2, {})
  await seed('admin', 'Deleted', 5, { deletedAt: new Date() })
  await seed('lumenPresenter', 'Lumen secret', 1, { coHosts: [stack.people.presenter.email], isPublic: true })
})
afterAll(() => stack.stop())

/** A pitch that begins in so many days. */
async function seed(owner: PersonName, name: string, days: number, change: Partial<typeof pitch.$inferInsert>) {
  const { id: userId, organisationId } = stack.people[owner]
  const startsAt = new Date(Date.now() + days * 86_400_000)
  await stack.db.insert(pitch).values({
    ...{ userId, organisationId, presentationName: name, presenterName: 'Somebody', startsAt },
    ...{ endsAt: new Date(startsAt.getTime() + 3_600_000), startZone: 'UTC', endZone: 'UTC', state: 'scheduled' },
    ...change,
  })
}
const names = ({ items }: { items: PitchItem[] }) => items.map(item => item.presentation_name)
const ep = (input: object = {}, who: PersonName = 'admin') => stack.as(who).getPitchListForEp(input)

describe('getPitchListForEp', () => {
  it('lists deleted pitches, and only those, to callers who may restore them', async () => {
    expect(names(await ep({ deleted: true }))).toEqual(['Deleted'])
    expect(names(await ep({ deleted: true }, 'presenter'))).toEqual([])
    expect(names(await ep({ deleted: true }, 'lumenAdmin'))).toEqual([])
  })

  it('[CALL-004] lists what the caller manages: an administrator the organisation, a presenter their own', async () => {
    const all = ['Beta 100%', 'Gamma', 'alpha', 'Never started', 'Delta']
    expect(await ep()).toMatchObject({ total: 5 })
    expect(names(await ep())).toEqual(all)
    expect(names(await ep({}, 'pitchadmin'))).toEqual(all)
    expect(names(await ep({}, 'presenter'))).toEqual(['Beta 100%', 'Gamma', 'alpha'])
    expect(names(await ep({}, 'useradmin'))).toEqual([])
  })

  it('never lists a pitch of another organisation, be it public or the caller its co-host, but to a superadmin', async () => {
    for (const name of ['admin', 'pitchadmin', 'presenter', 'coHost'] as const)
      expect(names(await ep({ limit: 200 }, name))).not.toContain('Lumen secret')
    expect(names(await ep({}, 'lumenAdmin'))).toEqual(['Lumen secret'])
    expect(names(await ep({}, 'superadmin'))).toEqual(expect.arrayContaining(['Lumen secret', 'Beta 100%']))
  })

  it('sorts by name, start and creation, both ways, with live ones first', async () => {
    expect(names(await ep({ sort: 'name', order: 'asc' }))).toEqual([
      'Beta 100%',
      'alpha',
      'Delta',
      'Gamma',
      'Never started',
    ])
    expect(names(await ep({ sort: 'name', order: 'desc' }))).toEqual([
      'Beta 100%',
      'Never started',
      'Gamma',
      'Delta',
      'alpha',
    ])
    expect(names(await ep({ order: 'asc' }))).toEqual(['Beta 100%', 'Delta', 'Never started', 'alpha', 'Gamma'])
    expect(names(await ep({ sort: 'created', order: 'asc' }))).toEqual([
      'Beta 100%',
      'alpha',
      'Gamma',
      'Delta',
      'Never started',
    ])
  })

  it('pages without leaving out or repeating any', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(page => ep({ page, limit: 2, sort: 'name', order: 'asc' })))
    expect(pages.flatMap(names)).toEqual(['Beta 100%', 'alpha', 'Delta', 'Gamma', 'Never started'])
    expect(pages.map(page => page.total)).toEqual([5, 5, 5, 5])
  })

  it('filters by type, state and time', async () => {
    expect(names(await ep({ type: 'live' }))).toEqual(['Beta 100%'])
    expect(names(await ep({ type: 'upcoming' }))).toEqual(['Gamma', 'alpha'])
    expect(names(await ep({ type: 'past' }))).toEqual(['Never started', 'Delta'])
    expect(names(await ep({ state: 'delivered' }))).toEqual(['Gamma'])
    expect(names(await ep({ state: 'inProgress' }))).toEqual(['Beta 100%'])
    expect(await ep({ state: 'draft' })).toEqual({ items: [], total: 0 })
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    expect(names(await ep({ start_time_s: day(0), start_time_e: day(2.5) }))).toEqual(['Gamma', 'alpha'])
  })

  it('finds by name, presenter and company, whatever the case, and takes wildcards as text', async () => {
    expect(names(await ep({ name: 'ALPH' }))).toEqual(['alpha'])
    expect(names(await ep({ name: 'zoe' }))).toEqual(['alpha'])
    expect(names(await ep({ name: 'acme_w' }))).toEqual(['Beta 100%'])
    expect(names(await ep({ name: '100%' }))).toEqual(['Beta 100%'])
    for (const name of ['%', '_', '\\', '%a', 'a_p']) {
      const found = names(await ep({ name }))
      expect(found.length, name).toBeLessThan(2)
    }
  })

  it('takes SQL in every filter as text, or refuses it', async () => {
    const attack = "x'; drop table pitch; --"
    expect(await ep({ name: attack })).toEqual({ items: [], total: 0 })
    const { headers } = { headers: { authorization: `Bearer ${stack.people.admin.token}` } }
    for (const field of ['page', 'limit', 'start_time_s', 'start_time_e', 'state', 'type', 'sort', 'order'])
      for (const name of ['getPitchListForEp', 'getPitchListForPresenter'] as const) {
        if (name === 'getPitchListForPresenter' && field === 'type') continue
        const { status, body } = await rawCall(stack.app, name, { [field]: attack }, { headers })
        expect([field, status, body.error]).toEqual([field, 400, 'InputInvalid'])
      }
    expect((await ep()).total).toBe(5)
  })

  it('refuses pages that are none', async () => {
    for (const wrong of [{ page: 0 }, { page: -1 }, { page: 1.5 }, { limit: 0 }, { limit: 201 }, { page: 1e9 }])
      await expect(ep(wrong)).rejects.toMatchObject({ code: 'InputInvalid' })
  })
})

describe('getPitchListForPresenter', () => {
  it("[CALL-005] lists the caller's own pitches, as owner or co-host, also an administrator's", async () => {
    const mine = async (who: PersonName) => names(await stack.as(who).getPitchListForPresenter({}))
    expect(await mine('presenter')).toEqual(['Beta 100%', 'Gamma', 'alpha'])
    expect(await mine('coHost')).toEqual(['Gamma'])
    expect(await mine('admin')).toEqual(['Never started'])
    expect(await mine('superadmin')).toEqual([])
  })
})

describe('getInvitedPitchList', () => {
  it('lists the pitches that the caller is invited to, may join or moderates: live, then upcoming, then past', async () => {
    const email = stack.people.lumenInvestor.email
    await stack.create('lumenPresenter', { presentation_name: 'Open', is_public: true })
    const invited = await stack.create('presenter', { presentation_name: 'Invited', attendees_arr: [{ email }] })
    const live = await stack.create('presenter', { presentation_name: 'Live', attendees_arr: [{ email }] })
    await stack.take(live.id, 'start')
    await stack.create('presenter', { presentation_name: 'Not for her', is_public: true })
    const list = () => stack.as('lumenInvestor').getInvitedPitchList({})
    expect(await list()).toMatchObject({ total: 4 })
    expect(names(await list())).toEqual(['Live', 'Lumen secret', 'Invited', 'Open'])

    const { items } = await stack.as('presenter').getPitchAttendeeList({ uuid: invited.uuid })
    await stack
      .as('presenter')
      .setJoinLinkDisabled({ uuid: invited.uuid, attendee_id: items[0]?.id ?? '', disabled: true })
    expect(names(await list())).not.toContain('Invited')
  })
})
