import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

const row = {
  id: '00000000-0000-4000-8000-000000000041',
  type: 'typeuser',
  email: 'ivy@new.example',
  firstname: 'Ivy',
  lastname: 'Chen',
  company_name: 'Lumen',
  sharefile_folder_id: '',
  role_type_live: 'vc',
  state: 'enabled',
  uses: 0,
  max_uses: 1,
  invited_by: 'Ada Okafor',
  org_name: 'Quill Capital',
  created_on: '2026-01-01T00:00:00Z',
  expires_on: '2026-01-08T00:00:00Z',
}
const open = (answers: Answers = {}) =>
  renderAt('/user-management/invitations', {
    getInviteTypeUserList: () => ({ items: [row], total: 1 }),
    ...answers,
  })

async function begin(answers: Answers) {
  const seen = await open(answers)
  await seen.user.click(await screen.findByRole('button', { name: 'Invite users' }))
  return { ...seen, drawer: within(await screen.findByRole('dialog', { name: 'Invite users' })) }
}

async function chooseAct(answers: Answers, act: string) {
  const seen = await open(answers)
  await seen.choose('Actions for ivy@new.example', act)
  return seen
}

describe('[SCREEN-016] inviting', () => {
  it('[CALL-085] by mail wants an address, takes a name for a single one, and says what became of each', async () => {
    const { user, drawer, inputOf } = await begin({
      createInviteTypeUser: () => ({ results: [{ email: 'ivy@new.example', outcome: 'UserExists' }] }),
    })
    await user.click(drawer.getByRole('button', { name: 'Send invitations' }))
    expect(await drawer.findByText('Enter at least one email address.')).toBeTruthy()
    expect(inputOf('createInviteTypeUser')).toBeUndefined()
    await user.fill(drawer.getByLabelText(/^Email addresses/), 'ivy@new.example')
    await user.type(drawer.getByLabelText(/First name/), 'Ivy')
    await user.click(drawer.getByRole('button', { name: 'Send invitations' }))
    expect(await drawer.findByText('User already exists')).toBeTruthy()
    expect(inputOf('createInviteTypeUser')).toEqual({
      email: 'ivy@new.example',
      firstname: 'Ivy',
      language: 'en',
      role_type_live: 'vc',
    })
  })

  it.each([
    ['en', /super admin/],
    ['zh-Hans', /超级管理员/],
    ['zh-Hant', /超級管理員/],
  ] as const)(
    'on a server without mail sends admins, who have no outbox, to those who have one (%s)',
    async (language, who) => {
      const answers: Answers = {
        getRegistrationInfo: () => ({ open: false, sends: false }),
        getInviteTypeUserList: () => ({ items: [], total: 0 }),
      }
      await renderAt('/user-management/invitations', answers, language)
      const main = await screen.findByRole('main')
      await waitFor(() => expect(main.textContent?.match(new RegExp(who, 'g'))).toHaveLength(2))
    },
  )

  it('by an open link says for how many and how long, and shows it once', async () => {
    const { user, drawer, inputOf } = await begin({
      createInviteTypeUser: () => ({ results: [], link: 'https://quill.example/become' }),
    })
    await user.click(drawer.getByLabelText('One open link that anyone can use'))
    const uses = drawer.getByLabelText(/Maximum registrations/)
    await user.clear(uses)
    await user.type(uses, '5')
    await user.click(drawer.getByRole('button', { name: 'Create link' }))
    expect(await drawer.findByText('https://quill.example/become')).toBeTruthy()
    expect(inputOf('createInviteTypeUser')).toMatchObject({ email: '', max_uses: '5', expires_in_days: '14' })
  })
})

describe('an invitation', () => {
  it('[CALL-091] is changed in what is said of it; what is left alone is not sent', async () => {
    const { user, inputOf } = await chooseAct({ updateInviteUser: () => ({ state: 'enabled' }) }, 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit invitation' }))
    await user.clear(drawer.getByLabelText(/Company/))
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(inputOf('updateInviteUser')).toEqual({
        ...{ id: row.id, role_type_live: 'vc', firstname: 'Ivy', lastname: 'Chen', company_name: '' },
      }),
    )
  })

  it('[CALL-090] is deleted only after it was asked', async () => {
    const { user, inputOf } = await chooseAct({ deleteInviteUser: () => ({}) }, 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this invitation?' }))
    expect(inputOf('deleteInviteUser')).toBeUndefined()
    await user.click(dialog.getByRole('button', { name: 'Delete invitation' }))
    expect(await screen.findByText('Invitation deleted.')).toBeTruthy()
  })

  it('that is an open link shows its new link', async () => {
    const { user } = await open({
      getInviteTypeUserList: () => ({ items: [{ ...row, email: '' }], total: 1 }),
      resendInviteUser: () => ({ state: 'enabled', link: 'https://quill.example/again' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for Open link' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Create a new link' }))
    expect(await screen.findByText('https://quill.example/again')).toBeTruthy()
  })
})
