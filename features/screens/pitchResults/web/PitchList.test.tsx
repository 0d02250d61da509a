import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail, pitchItem } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const live = pitchItem({
  id: 8,
  uuid: '00000000-0000-4000-8000-000000000008',
  presentation_name: 'Bridge',
  company_name: 'Lumen Bio',
  state: 'inProgress',
  status: 2,
  real_start_time: new Date(Date.now() - 872_000).toISOString(),
})

const withPitches = (...items: ReturnType<typeof pitchItem>[]): Answers => ({
  ...signedInAs('presenter'),
  getPitchListForPresenter: () => ({ items, total: items.length }),
  getRoomPeople: () => ({ items: [], total: 42, here: 42 }),
  getPitchDetail: () => pitchDetail(),
})
const rows = async () => (await screen.findAllByRole('row')).slice(1)

describe('My Pitches', () => {
  it('[SCREEN-001, ROUTE-091] shows each pitch with company, time with its zone, state and invited people', async () => {
    await renderAt('/pitches/list', withPitches(pitchItem()))
    await screen.findByRole('heading', { name: 'My pitches' })
    await screen.findByText('Seed round')
    const [row] = await rows()
    expect(row?.textContent).toContain('Quill Co')
    expect(row?.textContent).toContain('Invitations sent')
    expect(row?.textContent).toContain('18 invited')
    expect(row?.querySelector('time')?.textContent).toMatch(/Nov 24.*\d(:\d\d)? (AM|PM) (UTC|GMT|[A-Z]{3,4})/)
  })

  it('says that nothing was delivered where no mail leaves the server', async () => {
    const sends = { getRegistrationInfo: () => ({ open: false, sends: false }) }
    await renderAt('/pitches/list', { ...withPitches(pitchItem()), ...sends })
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Invitations not emailed'))
    expect(screen.queryByText('Invitations sent')).toBeNull()
  })

  it('shows of a live pitch how long it runs and who is there, and lets one enter', async () => {
    await renderAt('/pitches/list', withPitches(live, pitchItem()))
    await screen.findByText('42 here')
    const [first] = await rows()
    expect(first?.textContent).toMatch(/00:1[4-6]:\d\d/)
    expect(first?.textContent).toContain('Live')
    const enter = within(first as HTMLElement).getByRole('link', { name: 'Enter' })
    expect(enter.getAttribute('href')).toBe(`/join-session/${live.uuid}`)
  })

  it('[CONST-055] asks for what the address says: search, state, days, order and page', async () => {
    const address = '/pitches/list?name=seed&state=over&dates=2026-11-01_2026-11-30&sort=name&order=asc&page=2&limit=50'
    const { inputOf } = await renderAt(address, withPitches(pitchItem({ state: 'over' })))
    await screen.findByText('Seed round')
    expect(inputOf('getPitchListForPresenter')).toMatchObject({
      name: 'seed',
      state: 'over',
      sort: 'name',
      order: 'asc',
      page: '2',
      limit: '50',
      start_time_s: new Date(2026, 10, 1).toISOString(),
      start_time_e: new Date(2026, 11, 1, 0, 0, 0, -1).toISOString(),
    })
  })

  it('keeps search and order in the address', async () => {
    const { user, where, inputOf } = await renderAt('/pitches/list?page=3', withPitches(pitchItem()))
    await user.type(await screen.findByLabelText('Search by name or company'), 'quill')
    await waitFor(() => expect(where.address).toContain('name=quill'))
    expect(where.address).not.toContain('page=')
    await user.click(await screen.findByRole('button', { name: 'Sort by Pitch' }))
    await waitFor(() => expect(inputOf('getPitchListForPresenter')).toMatchObject({ name: 'quill', sort: 'name' }))
  })

  it('says what to do when there is none, and that nothing matches a filter', async () => {
    await renderAt('/pitches/list', withPitches())
    await screen.findByText('You have no pitches yet.')
    expect(screen.getAllByRole('link', { name: 'New pitch' })).toHaveLength(2)
  })

  it('says why the list did not come, and tries again', async () => {
    let broken = true
    const { user } = await renderAt('/pitches/list', {
      ...withPitches(),
      getPitchListForPresenter: () => {
        if (broken) throw new CallFailed('Internal')
        return { items: [pitchItem()], total: 1 }
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Seed round')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('opens the details in a drawer, which the address knows', async () => {
    const { user, where } = await renderAt('/pitches/list', withPitches(pitchItem()))
    await user.click(await screen.findByRole('button', { name: /^Seed round/ }))
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByText('SAFE at 22 million.')
    expect(where.address).toBe(`/pitches/list?pitch=${pitchItem().uuid}`)
    const link = (name: string) => within(drawer).getByRole('link', { name }).getAttribute('href')
    expect(link('View')).toBe('/pitches/view/7')
    expect(link('Edit')).toBe('/pitches/edit/7')
    expect(link('Invite')).toBe(`/pitches/invite/${pitchItem().uuid}`)
  })

  it('[CALL-022] deletes after saying what goes with it, and takes it back', async () => {
    let deleted = false
    const { user, inputOf, choose } = await renderAt('/pitches/list', {
      ...withPitches(),
      getPitchListForPresenter: () => (deleted ? { items: [], total: 0 } : { items: [pitchItem()], total: 1 }),
      deletePitch: () => {
        deleted = true
        return {}
      },
      restorePitch: () => {
        deleted = false
        return {}
      },
    })
    await choose('Actions for Seed round', 'Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Seed round?' })
    await within(dialog).findByText(/18 invitees get a cancellation email/)
    within(dialog).getByText(/Invitees will then be invited again/)
    expect(deleted).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Delete pitch' }))
    await screen.findByText('You have no pitches yet.')
    expect(inputOf('deletePitch')).toEqual({ id: '7', uuid: pitchItem().uuid })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('Quill Co')
    expect(inputOf('restorePitch')).toEqual({ uuid: pitchItem().uuid })
  })

  it('promises new invitations only after a cancellation', async () => {
    const { choose } = await renderAt('/pitches/list', withPitches(pitchItem({ state: 'over' })))
    await choose('Actions for Seed round', 'Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Seed round?' })
    await within(dialog).findByText('You can restore it for 30 days.')
    expect(within(dialog).queryByText(/invited again/)).toBeNull()
  })

  it('offers no deletion of a live pitch', async () => {
    const { user } = await renderAt('/pitches/list', withPitches(live))
    await user.click(await screen.findByRole('button', { name: 'Actions for Bridge' }))
    await screen.findByRole('menuitem', { name: 'Results' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  })

  it('shows a script in a name as text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    await renderAt('/pitches/list', withPitches(pitchItem({ presentation_name: name })))
    expect((await screen.findByText(name)).querySelector('img')).toBeNull()
  })
})

describe('Pitch Management', () => {
  it('[SCREEN-017, ROUTE-119] shows the pitches of the organisation with who presents them', async () => {
    const { made } = await renderAt('/pitch-management/index', {
      ...signedInAs('pitchadmin'),
      getPitchListForEp: () => ({ items: [pitchItem({ presenter_name: 'Paula Reyes' })], total: 1 }),
    })
    await screen.findByRole('heading', { name: 'Pitch management' })
    await screen.findByText('Paula Reyes')
    expect(made.some(({ call }) => call === 'getPitchListForPresenter')).toBe(false)
  })

  it('shows what was deleted, and takes a deletion back', async () => {
    const { inputOf, user } = await renderAt('/pitches/list?state=deleted', {
      ...withPitches(pitchItem()),
      restorePitch: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Restore Seed round' }))
    await waitFor(() => expect(inputOf('restorePitch')).toEqual({ uuid: pitchItem().uuid }))
    expect(inputOf('getPitchListForPresenter')).toMatchObject({ deleted: '1' })
    expect(screen.queryByRole('button', { name: 'Seed round Quill Co' })).toBeNull()
  })
})
