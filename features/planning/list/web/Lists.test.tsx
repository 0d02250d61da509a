import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { ContactList, Member } from '../contract.ts'

const id = '00000000-0000-4000-8000-0000000000aa'
const list: ContactList = {
  ...{
    id,
    list_name: 'Angels',
    description: 'Who came',
    list_type: 'static',
    shared: false,
    dynamic: null,
    members: 2,
  },
  ...{ owner_name: 'Uma', is_owner: true, may_change: true, org_id: id, org_name: 'Quill', deleted: false },
  ...{ created_on: '2026-11-20T10:00:00.000Z', updated_on: '2026-11-20T10:00:00.000Z' },
}
const person = (n: number, more: Partial<Member> = {}): Member => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${n}`, user_id: null, email: `p${n}@fund.example`, firstname: `P${n}` },
  ...{ lastname: 'Park', company_name: '', state: null, role: null, held_by: null, ...more },
})
const server = (answers: Answers = {}): Answers => ({
  getListList: () => ({ items: [list], total: 1 }),
  getList: () => list,
  getListTagList: () => ({ items: [{ tag_id: id, name: 'Seed' }], total: 1 }),
  getListMemberDetailList: () => ({ items: [person(1), person(2, { held_by: 'blocks' })], total: 2 }),
  getListUserList: () => ({ items: [{ user_id: id, name: 'Ivy Investor', email: 'ivy@quill.test' }], total: 1 }),
  getListHistory: () => ({ items: [], total: 0 }),
  ...answers,
})
const open = (answers: Answers = {}, at = '/list-management') => renderAt(at, server(answers))
const refuse = () => {
  throw new CallFailed('Unavailable')
}

// the first test would spend its time on loading the screens
beforeAll(async () => {
  await import('./Lists.tsx')
  await import('./ListMembers.tsx')
})

describe('the contact lists', () => {
  it('[ROUTE-117] are searched, filtered and sorted by their address', async () => {
    const { user, inputOf } = await open({}, '/list-management?name=an&list_type=static&shared=1')
    expect(await screen.findByRole('link', { name: 'Angels' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '2 people' })).toBeTruthy()
    const asked = { page: '1', limit: '20', name: 'an', list_type: 'static', shared: '1' }
    expect(inputOf('getListList')).toEqual({ ...asked, sort: 'name', order: 'asc' })
    await user.click(screen.getByRole('button', { name: /Last changed/ }))
    await waitFor(() => expect(inputOf('getListList')).toMatchObject({ ...asked, sort: 'updated_on' }))
  })

  it('say of a dynamic list whose people are not counted to the end that there are more', async () => {
    const long = { ...list, members: 10_000 }
    const found = { ...long, members: 10_001, id: person(1).id, list_type: 'dynamic' as const, list_name: 'Found' }
    await open({ getListList: () => ({ items: [found, long], total: 2 }) })
    expect(await screen.findByRole('cell', { name: '10,000+ people' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '10,000 people' })).toBeTruthy()
  })

  it.each(['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const)('[PERM-013] are open to %s', async role => {
    await open(signedInAs(role))
    expect(await screen.findByRole('heading', { name: 'Contact lists' })).toBeTruthy()
    expect(await screen.findByText('Angels')).toBeTruthy()
  })
  it.each(['presenter', 'vc', 'member'] as const)('[PERM-013] are closed to %s', async role => {
    const { made } = await open(signedInAs(role))
    await screen.findByText(/No permission/)
    expect(made.map(({ call }) => call)).not.toContain('getListList')
  })

  it('say what to do while there is none, and offer a retry', async () => {
    await open({ getListList: () => ({ items: [], total: 0 }) })
    expect(await screen.findByText('No contact lists yet.')).toBeTruthy()
  })
  it('offer a retry when they fail', async () => {
    await open({ getListList: refuse })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('a list', () => {
  it('[ERR-075] is created with a filter, once it has a name', async () => {
    const { user, inputOf } = await open({ createList: () => ({ id }) })
    await user.click(await screen.findByRole('button', { name: 'Create list' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Create list' }))
    await user.click(drawer.getByRole('button', { name: 'Create' }))
    expect(await drawer.findByText('Enter a value.')).toBeTruthy()
    await user.type(drawer.getByRole('textbox', { name: /^Name$|^Name \*/ }), 'Investors')
    await user.click(drawer.getByRole('radio', { name: /^Dynamic/ }))
    await user.click(await drawer.findByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Investor' }))
    await user.click(drawer.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Investors was created.')).toBeTruthy()
    expect(inputOf('createList')).toMatchObject({
      ...{ list_name: 'Investors', list_type: 'dynamic', dynamic: JSON.stringify({ role: 'vc' }) },
    })
  })

  it('[ERR-075] is changed, only where it was changed', async () => {
    const { user, choose, inputOf } = await open({ updateList: () => ({ id }) })
    await choose('Actions for Angels', 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit contact list' }))
    const name = await drawer.findByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.fill(name, 'Backers')
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Backers was saved.')).toBeTruthy()
    expect(inputOf('updateList')).toEqual({ id, list_name: 'Backers' })
  })

  it.each([
    ['Create', 'Create failed', 'X'],
    ['Save', 'Save failed', 'AngelsX'],
  ] as const)('[ERR-075] says at the act that it failed, and keeps what was typed: %s', async (act, said, kept) => {
    const { user, choose } = await open({ createList: refuse, updateList: refuse })
    if (act === 'Create') await user.click(await screen.findByRole('button', { name: 'Create list' }))
    else await choose('Actions for Angels', 'Edit')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'X')
    await user.click(dialog.getByRole('button', { name: act }))
    expect(await dialog.findByText(said)).toBeTruthy()
    expect(dialog.getByDisplayValue(kept)).toBeTruthy()
  })

  it('[STATE-061, STATE-062] is shared and unshared, which can be undone', async () => {
    const { user, choose, inputOf } = await open({ updateList: () => ({ id }) })
    await choose('Actions for Angels', 'Share list')
    expect(await screen.findByText('Angels is now shared with your organization.')).toBeTruthy()
    expect(inputOf('updateList')).toEqual({ id, shared: '1' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('updateList')).toEqual({ id, shared: '0' }))
  })

  it('[ERR-075] is deleted after a question that says what goes with it, and comes back', async () => {
    const { user, choose, inputOf } = await open({ deleteList: () => ({}), restoreList: () => ({}) })
    await choose('Actions for Angels', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete list' }))
    expect(dialog.getByText(/You can restore it for 30 days/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete list' }))
    expect(await screen.findByText('Angels was deleted.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreList')).toEqual({ id }))
  })
  it('[ERR-075] says that a deletion failed', async () => {
    const { user, choose } = await open({ deleteList: refuse })
    await choose('Actions for Angels', 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete list' }))
    expect(await dialog.findByText('Delete failed')).toBeTruthy()
  })

  it('of somebody else is only read and used', async () => {
    const { user } = await open({
      getListList: () => ({ items: [{ ...list, shared: true, is_owner: false, may_change: false }], total: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for Angels' }))
    const acts = (await screen.findAllByRole('menuitem')).map(item => item.textContent)
    expect(acts).toEqual(['View people', 'View history'])
  })
})

describe('the people of a list', () => {
  const at = `/list-management/member/${id}`

  it('[ROUTE-118] are shown with who gets no email, and removed with an undo', async () => {
    const answers = { deleteListMembers: () => ({ removed: 1 }), addListMembers: () => ({ added: 1, known: 0 }) }
    const { user, inputOf } = await open(answers, at)
    expect(await screen.findByRole('heading', { name: 'Angels' })).toBeTruthy()
    expect(await screen.findByText('No email: blocked')).toBeTruthy()
    expect(inputOf('getListMemberDetailList')).toEqual({
      ...{ list_id: id, page: '1', limit: '20', sort: 'email', order: 'asc' },
    })
    await user.click(screen.getByRole('button', { name: 'Remove P1 Park from the list' }))
    expect(await screen.findByText('P1 Park was removed from the list.')).toBeTruthy()
    expect(inputOf('deleteListMembers')).toEqual({ list_id: id, ids: JSON.stringify([person(1).id]) })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const contacts = [{ email: 'p1@fund.example', firstname: 'P1', lastname: 'Park' }]
    await waitFor(() => expect(inputOf('addListMembers')).toEqual({ list_id: id, contacts: JSON.stringify(contacts) }))
  })

  it('are removed several at a time, after a question', async () => {
    const { user, inputOf } = await open({ deleteListMembers: () => ({ removed: 2 }) }, at)
    await user.click(await screen.findByLabelText('Select everyone on this page'))
    await user.click(screen.getByRole('button', { name: 'Remove 2 people' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 people' }))
    expect(inputOf('deleteListMembers')).toBeUndefined()
    await user.click(dialog.getByRole('button', { name: 'Remove 2 people' }))
    expect(await screen.findByText('2 people removed.')).toBeTruthy()
  })

  it('are added by search and by address; a wrong line is said before anything is sent', async () => {
    const { user, inputOf } = await open({ addListMembers: () => ({ added: 2, known: 1 }) }, at)
    await user.click(await screen.findByRole('button', { name: 'Add to list' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Add to list' }))
    const users = drawer.getByRole('combobox', { name: 'Users' })
    // it has the focus, and its list stays closed until it is asked for
    await waitFor(() => expect(document.activeElement).toBe(users))
    expect(users.getAttribute('aria-expanded')).toBe('false')
    await user.click(drawer.getByRole('button', { name: 'Add to list' }))
    expect(await drawer.findByText('Choose a user or enter an email address.')).toBeTruthy()
    await user.click(users)
    await user.click(await screen.findByRole('option', { name: /Ivy Investor/ }))
    const others = drawer.getByRole('textbox', { name: 'Other people' })
    await user.click(others)
    await user.paste('Lin Chen <Lin@Quill.co>\nnobody')
    await user.click(drawer.getByRole('button', { name: 'Add to list' }))
    expect(await drawer.findByText(/^Line 2: /)).toBeTruthy()
    expect(inputOf('addListMembers')).toBeUndefined()
    await user.clear(others)
    await user.paste('Lin Chen <Lin@Quill.co>')
    await user.click(drawer.getByRole('button', { name: 'Add to list' }))
    expect(await screen.findByText('2 people added to Angels. 1 was already in the list.')).toBeTruthy()
    expect(inputOf('addListMembers')).toEqual({
      ...{ list_id: id, user_ids: JSON.stringify([id]) },
      contacts: JSON.stringify([{ email: 'lin@quill.co', firstname: 'Lin', lastname: 'Chen' }]),
    })
  })

  it('are imported from a file, after a look at what that does', async () => {
    const counts = { new: 2, known: 1, twice: 1, invalid: 1, suppressed: 1 }
    const lines = [
      { line: 3, email: 'nobody', name: '', outcome: 'invalid', problem: 'email' },
      { line: 2, email: 'a@x.test', name: 'Ada', outcome: 'new', problem: null },
    ]
    const { user, inputOf } = await open({ importListMembers: () => ({ counts, lines }) }, at)
    await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Import people' }))
    const input = document.querySelector('input[type=file][accept*=csv]') as HTMLInputElement
    await user.upload(input, new File(['a@x.test'], 'people.csv', { type: 'text/csv' }))
    const outcomes = within(await drawer.findByRole('list', { name: 'What the import does' }))
    expect(outcomes.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'New 2 people will be added.',
      'Already in the list 1 is already in the list.',
      'Duplicate 1 entry repeats an address and will be skipped.',
      'Invalid 1 entry needs fixing and will be skipped.',
      'Suppressed 1 person will be added, but won’t get email.',
    ])
    expect(drawer.getByText('… and 4 more')).toBeTruthy()
    expect(inputOf('importListMembers')).toMatchObject({ list_id: id, dry: '1' })
    await user.click(drawer.getByRole('button', { name: 'Add 3 people' }))
    expect(await screen.findByText('3 people added to Angels.')).toBeTruthy()
    expect(inputOf('importListMembers')).toMatchObject({ dry: '0' })
  })

  it('of a dynamic list are only looked at', async () => {
    await open({ getList: () => ({ ...list, list_type: 'dynamic', dynamic: {} }) }, at)
    expect(await screen.findByText('P1 Park')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Remove|Add to list|Import/ })).toBeNull()
  })

  it('of a list that is not there says so', async () => {
    const gone = () => {
      throw new CallFailed('ListNotFound')
    }
    await open({ getList: gone }, at)
    expect(await screen.findByText(/doesn’t exist, or it isn’t shared with you/)).toBeTruthy()
  })
})

it('of an address that can be no list says that it is not there, and asks the server nothing', async () => {
  const { made } = await open({}, '/list-management/member/angels')
  expect(await screen.findByText(/doesn’t exist, or it isn’t shared with you/)).toBeTruthy()
  expect(made.map(({ call }) => call)).not.toContain('getList')
})

describe('inviting from lists', () => {
  const { uuid } = pitchDetail()
  const pitch = (more: Answers = {}) =>
    server({
      ...signedInAs('presenter'),
      getPitchDetail: () => pitchDetail(),
      getPitchAttendeeList: () => ({ items: [], total: 0 }),
      countListPeople: () => ({ people: 3, members: 6, twice: 1, known: 0, suppressed: 1, disabled: 1 }),
      ...more,
    })

  it('says how many people that is and who is left out, and invites by the lists alone', async () => {
    const answer = { invited: 3, known: 0, suppressed: 0, left_out: 2 }
    const { user, inputOf } = await renderAt(
      `/pitches/invite/${uuid}`,
      pitch({ invitePitchByManuallyContacts: () => answer }),
    )
    await user.click(await screen.findByRole('combobox', { name: 'Contact lists' }))
    await user.click(await screen.findByRole('option', { name: 'Angels (2 people)' }))
    const said = '3 people from these lists. Left out: 1 listed twice, 1 suppressed, and 1 disabled.'
    expect(await screen.findByText(said)).toBeTruthy()
    expect(inputOf('countListPeople')).toMatchObject({ list_ids: JSON.stringify([id]), uuid })
    await user.click(await screen.findByRole('button', { name: 'Invite 3 people' }))
    await screen.findByText(
      /3 people invited\. 2 people from the lists weren’t invited: suppressed address or disabled account\./,
    )
    expect(inputOf('invitePitchByManuallyContacts')).toEqual({ uuid, list_ids: JSON.stringify([id]) })
  })

  it('asks a presenter nothing while no list is shared with them', async () => {
    await renderAt(`/pitches/invite/${uuid}`, pitch({ getListList: () => ({ items: [], total: 0 }) }))
    await screen.findByRole('button', { name: 'Invite' })
    expect(screen.queryByRole('combobox', { name: 'Contact lists' })).toBeNull()
  })
})
