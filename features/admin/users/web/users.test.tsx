import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const ids = [11, 12, 13].map(n => `00000000-0000-4000-8000-0000000000${n}`)
const chen = {
  ...{ user_id: ids[0] ?? '', firstname: 'Chen', lastname: 'Wei', username: 'chenwei', email: 'chen@lumen.example' },
  ...{ company_name: 'Lumen Bio', roles: ['presenter'], state: 'active', tags: [] as object[] },
  ...{ org_id: person.org_id, org_name: 'Quill Capital', created_on: '2026-01-01T00:00:00Z' },
  ...{ last_login: null as string | null, removed_on: null as string | null },
}
const noor = { ...chen, user_id: ids[1] ?? '', firstname: 'Noor', lastname: 'Aziz', email: 'noor@lumen.example' }
const detail = {
  ...chen,
  ...{ position: 'Founder', location: '', timezone: 'Asia/Shanghai', language: 'en', head_image: '', mobile: '' },
  ...{ has_password: true, prompt_reset_password: false, factors: [], sessions: [], attended: [] },
  logins: [{ description: 'signedIn', ip: '192.0.2.7', at: '2026-01-02T00:00:00Z' }],
  pitches: { total: 12, open: 2, live: 0 },
}
const preview = { people: 2, not_managed: 0, signed_in: 1, open_pitches: 0, live_pitches: 0 }

const open = (answers: Answers = {}, address = '/user-management/list') =>
  renderAt(address, {
    getUserListForEp: () => ({ items: [chen, noor], total: 1234 }),
    getUserTagList: () => ({ items: [], total: 0 }),
    getUserDetail: () => detail,
    previewUsersAct: () => preview,
    ...answers,
  })
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
const chooseAct = async (user: Awaited<ReturnType<typeof open>>['user'], act: string) => {
  await user.click(screen.getByRole('button', { name: 'Bulk actions' }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
  return within(await screen.findByRole('dialog'))
}

describe('[SCREEN-018] acts on many people', () => {
  it('[RULE-091] are offered only when a user is selected', async () => {
    const { user } = await open()
    await screen.findByText('Select users to change several at once.')
    expect(screen.queryByRole('button', { name: 'Bulk actions' })).toBeNull()
    await choose(user, 'Chen Wei')
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  it('that take something away say what, and want CONFIRM typed; failures are named', async () => {
    const { user, inputOf, made } = await open({
      changeUsers: () => ({
        ...{ task_id: null, total: 2, done: 2, ended_on: '2026-01-02T00:00:00Z' },
        failures: [{ user_id: noor.user_id, name: 'Noor Aziz', code: 'NoPermission' }],
      }),
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const dialog = await chooseAct(user, 'Disable')
    expect(await screen.findByRole('dialog', { name: 'Disable 2 accounts?' })).toBeTruthy()
    expect(await dialog.findByText('2 users won’t be able to sign in.')).toBeTruthy()
    expect(dialog.getByText('1 of them is signed in and will be signed out right away.')).toBeTruthy()
    await user.type(dialog.getByLabelText('Type CONFIRM to continue'), 'confirm{Enter}')
    expect(made.map(one => one.call)).not.toContain('changeUsers')
    await user.clear(dialog.getByLabelText('Type CONFIRM to continue'))
    await user.type(dialog.getByLabelText('Type CONFIRM to continue'), 'CONFIRM{Enter}')
    expect(await dialog.findByText('Done for 1 user.')).toBeTruthy()
    expect(dialog.getByText('Noor Aziz').closest('li')?.textContent).toBe('Noor Aziz You can’t change this user.')
    expect(inputOf('changeUsers')).toEqual({
      ...{ act: 'disable', confirm: 'CONFIRM', expected: '2' },
      user_ids: JSON.stringify([chen.user_id, noor.user_id]),
    })
  })

  it('confirms for the users concerned, not for all that are selected', async () => {
    const { user } = await open({ previewUsersAct: () => ({ ...preview, not_managed: 1 }) })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const dialog = await chooseAct(user, 'Disable')
    await dialog.findByText('1 user won’t be able to sign in.')
    expect(screen.getByRole('dialog', { name: 'Disable 1 account?' })).toBeTruthy()
  })

  it('are refused at once, without a dialog, where the admin may change none of the users, and say why', async () => {
    const { user } = await open({ previewUsersAct: () => ({ ...preview, not_managed: 2 }) })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Bulk actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Enable' }))
    expect(await screen.findByText(/^You can’t change any of these 2 users. You can’t change your own/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keep the focus on their button while the server counts whom they concern', async () => {
    const { user } = await open({ previewUsersAct: () => ({ ...preview, not_managed: 2 }) })
    await choose(user, 'Chen Wei')
    const acts = screen.getByRole<HTMLButtonElement>('button', { name: 'Bulk actions' })
    let answer = () => {}
    const counted = new Promise<void>(resolve => {
      answer = resolve
    })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => counted.then(() => fetch(...call)))
    await user.click(acts)
    await user.click(await screen.findByRole('menuitem', { name: 'Enable' }))
    await waitFor(() => expect(acts.getAttribute('aria-busy')).toBe('true'))
    // a browser takes the focus from a disabled button
    expect(acts.disabled).toBe(false)
    answer()
    await screen.findByText(/^You can’t change any of these 2 users/)
    await waitFor(() => expect(acts.getAttribute('aria-busy')).toBe('false'))
    expect(document.activeElement).toBe(acts)
  })

  it('that take something away are red, in the menu and at the end, and begin in the field to fill in', async () => {
    const { user } = await open()
    await choose(user, 'Chen Wei')
    await user.click(screen.getByRole('button', { name: 'Bulk actions' }))
    const isRed = (element: HTMLElement) => element.style.cssText.includes('bad') || /-red-/.test(element.style.cssText)
    const menu = within(await screen.findByRole('menu'))
    for (const [act, harms] of [
      ['Disable', true],
      ['Sign out everywhere', true],
      ['Enable', false],
    ] as const)
      expect(isRed(menu.getByRole('menuitem', { name: act })), act).toBe(harms)
    await user.click(menu.getByRole('menuitem', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(isRed(dialog.getByRole('button', { name: 'Disable' }))).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Type CONFIRM to continue')))
  })

  it('that delete begin with the new owner where there are pitches to hand over', async () => {
    const { user } = await open({ previewUsersAct: () => ({ ...preview, open_pitches: 3 }) })
    await choose(user, 'Chen Wei')
    const dialog = await chooseAct(user, 'Delete')
    const owner = dialog.getByRole('combobox', { name: /New presenter/ })
    await waitFor(() => expect(document.activeElement).toBe(owner))
    expect(owner.getAttribute('aria-expanded')).toBe('false')
  })

  it('say what became of this act, not of the one before', async () => {
    const acts: string[] = []
    const { user } = await open({
      changeUsers: ({ act }) => {
        acts.push(String(act))
        const failures = acts.length === 1 ? [{ user_id: noor.user_id, name: 'Noor Aziz', code: 'NoPermission' }] : []
        return { task_id: null, total: 2, done: 2, ended_on: '2026-01-02T00:00:00Z', failures }
      },
    })
    for (const words of ['Done for 1 user.', 'Done for 2 users.']) {
      await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
      const dialog = await chooseAct(user, 'Enable')
      await user.click(await dialog.findByRole('button', { name: 'Enable' }))
      expect(await dialog.findByText(words)).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: 'Done' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Select users to change several at once.'))
    }
  })

  it('can mean all that match, whatever page they are on, and are watched as they go on', async () => {
    let asked = 0
    const task = { task_id: ids[2] ?? '', total: 1234, failures: [] }
    const { user, inputOf } = await open(
      {
        changeUsers: () => ({ ...task, done: 0, ended_on: null }),
        getUserTask: () => {
          asked++
          return { ...task, done: asked > 1 ? 1234 : 300, ended_on: asked > 1 ? '2026-01-02T00:00:00Z' : null }
        },
      },
      '/user-management/list?role=presenter',
    )
    await choose(user, 'Chen Wei')
    await user.click(screen.getByRole('button', { name: 'Select all 1,234 matches' }))
    await choose(user, 'Noor Aziz')
    expect(screen.getByText('1,233 selected')).toBeTruthy()
    const dialog = await chooseAct(user, 'Enable')
    await user.click(await dialog.findByRole('button', { name: 'Enable' }))
    expect(await dialog.findByText('300 of 1,234 done')).toBeTruthy()
    expect(await dialog.findByText('Done for 1,234 users.')).toBeTruthy()
    expect(inputOf('changeUsers')).toMatchObject({
      matching: '{"role":"presenter"}',
      except_ids: JSON.stringify([noor.user_id]),
    })
  })
})

describe('what is refused', () => {
  it('[ERR-051] says that at least one user has to be selected when they are gone meanwhile', async () => {
    const { user } = await open({
      previewUsersAct: () => {
        throw new CallFailed('NobodySelected')
      },
    })
    await choose(user, 'Chen Wei')
    await user.click(screen.getByRole('button', { name: 'Bulk actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Enable' }))
    expect(await screen.findByText('You should select at least 1 user')).toBeTruthy()
  })

  it('says where to add a tag when there is none to choose', async () => {
    const { user } = await open()
    await choose(user, 'Chen Wei')
    const dialog = await chooseAct(user, 'Add tag')
    await user.click(await dialog.findByRole('combobox', { name: /Tag/ }))
    expect(await screen.findByText('No tags yet. Add one under Tags in user management.')).toBeTruthy()
  })

  it('[ERR-045] says beside the form that a tag is there already, and keeps what was typed', async () => {
    const { user } = await open({
      createUserTag: () => {
        throw new CallFailed('TagExists')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.fill(dialog.getByLabelText('Tag name'), 'Angels{Enter}')
    expect(await dialog.findByText('A tag with this name already exists. Choose another name.')).toBeTruthy()
    expect((dialog.getByLabelText('Tag name') as HTMLInputElement).value).toBe('Angels')
  })
})

describe('[SCREEN-018] one person', () => {
  it('[ENT-046] is shown beside the list, at an address of their own', async () => {
    const { user, where } = await open()
    await user.click(await screen.findByRole('button', { name: /^Chen Wei.*View details$/ }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText('12 total, 2 upcoming')).toBeTruthy()
    expect(drawer.getByText('192.0.2.7')).toBeTruthy()
    expect(where.address).toBe(`/user-management/list?user=${chen.user_id}`)
  })

  it('[ERR-078] is updated and deleted with a word of success, and of what failed', async () => {
    let refuses = true
    const may = () => {
      if (refuses) throw new CallFailed('UserNotFound')
      return {}
    }
    const { user } = await open(
      {
        updateUser: may,
        deleteUser: may,
        getUserDetail: () => ({ ...detail, pitches: { total: 0, open: 0, live: 0 } }),
      },
      `/user-management/list?user=${chen.user_id}`,
    )
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Update failed')).toBeTruthy()
    refuses = false
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Changes saved.')).toBeTruthy()
    refuses = true
    await user.click((await screen.findAllByRole('button', { name: 'Actions for Chen Wei' })).at(-1) as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete account' }))
    expect(await screen.findByText('Delete failed')).toBeTruthy()
    refuses = false
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    expect(await screen.findByText('Chen Wei was deleted.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  it('[ERR-078] is created with a word of what failed', async () => {
    const { user } = await open({
      createUser: () => {
        throw new CallFailed('UserLimitReached')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add user' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.fill(dialog.getByLabelText(/^Email(?! language)/), 'new@lumen.example')
    await user.type(dialog.getByLabelText(/First name/), 'N')
    await user.type(dialog.getByLabelText(/Last name/), 'N{Enter}')
    expect(await dialog.findByText('Add failed')).toBeTruthy()
  })

  it('is called by the address in what is asked about them, where they have no name', async () => {
    const nameless = { ...chen, firstname: '', lastname: '', username: '' }
    const { user } = await open({ getUserListForEp: () => ({ items: [nameless], total: 1 }) })
    for (const [act, title] of [
      ['Delete', 'Delete chen@lumen.example?'],
      ['Change role', 'Change chen@lumen.example’s role'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: 'Actions for chen@lumen.example' }))
      await user.click(await screen.findByRole('menuitem', { name: act }))
      const dialog = within(await screen.findByRole('dialog', { name: title }))
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('changes role only after what comes of it is said', async () => {
    const { user, inputOf, choose } = await open({ updateUserRole: () => ({}) })
    await choose('Actions for Chen Wei', 'Change role')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('This is already their role.')).toBeTruthy()
    await user.click(dialog.getByLabelText('Investor'))
    expect(await dialog.findByText('12 pitches stay with Chen Wei.')).toBeTruthy()
    expect(dialog.getByText(/signed out on every device/)).toBeTruthy()
    expect(
      dialog.getByText(/Can open public pitches and pitches they’re invited to, and submit commitments\./),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(inputOf('updateUserRole')).toMatchObject({ user_id: chen.user_id, role: 'vc' }))
  })
})

describe('[NAV-014] the two lists under one address', () => {
  it('shows a superadmin all organisations, and the superadmins by a link [SCREEN-033]', async () => {
    const { user, where } = await open()
    expect(await screen.findByRole('columnheader', { name: 'Organization' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Show super admins' }))
    await waitFor(() => expect(where.address).toContain('role=superadmin'))
  })

  it('shows a useradmin the people of their organisation, without roles that they may not give', async () => {
    const { user } = await open(signedInAs('useradmin'))
    expect(await screen.findByRole('heading', { name: 'Users in Quill Capital' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Organization' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Role' }))
    const options = (await screen.findAllByRole('option')).map(option => option.textContent)
    expect(options).toEqual(expect.arrayContaining(['Presenter', 'Investor', 'Member']))
    expect(options).not.toContain('Admin')
  })

  it('says 10,000+ where more are not counted, and goes on paging', async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => ({ ...chen, user_id: `${chen.user_id.slice(0, -2)}${n + 30}` }))
    const { user, where } = await open(
      { getUserListForEp: () => ({ items: twenty, total: 10_001 }) },
      '/user-management/list?page=500',
    )
    expect(await screen.findByText('10,000+ entries')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(where.address).toContain('page=501')
  })

  it('leaves columns out, and keeps that in this browser', async () => {
    const { user } = await open()
    await screen.findByRole('columnheader', { name: 'Company' })
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Company' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Company' })).toBeNull())
    expect(localStorage.getItem('rostrum.userColumns.hidden')).toContain('company')
    localStorage.removeItem('rostrum.userColumns.hidden')
  })
})
