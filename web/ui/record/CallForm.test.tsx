import { screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

const none = { items: [], total: 0 }

async function open(answers: Answers = {}) {
  const seen = await renderAt('/user-management/investor-accounts', {
    getNoLoginInvestorAccountList: () => none,
    createNoLoginInvestorAccount: () => ({ id: '00000000-0000-4000-8000-000000000021' }),
    ...answers,
  })
  await seen.user.click((await screen.findAllByRole('button', { name: 'Add account' }))[0] as HTMLElement)
  const drawer = within(await screen.findByRole('dialog', { name: 'Add account' }))
  const fields = {
    name: drawer.getByLabelText<HTMLInputElement>(/Entity name/),
    owner: drawer.getByLabelText<HTMLInputElement>(/Owner’s email/),
    act: drawer.getByRole('button', { name: 'Add account' }),
  }
  return { ...seen, drawer, ...fields }
}

describe('a form of a call', () => {
  it('marks what the call requires, and takes no text longer than the call does', async () => {
    const { name, owner } = await open()
    expect([name.required, name.maxLength]).toEqual([true, 80])
    expect([owner.required, owner.maxLength]).toEqual([true, 254])
  })

  it('sends nothing while a field is missing, says so at each, and goes to the first', async () => {
    const { user, name, owner, act, inputOf } = await open()
    await user.click(act)
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(screen.getAllByText('Enter a value.')).toHaveLength(2)
    expect([name, owner].map(field => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
    // a corrected field loses its error at once
    await user.fill(name, 'Quill Fund')
    expect(name.getAttribute('aria-invalid')).toBeNull()
    await user.fill(owner, 'nobody')
    await user.click(act)
    await waitFor(() => expect(document.activeElement).toBe(owner))
    expect(screen.getByText('Check the format.')).toBeTruthy()
    expect(name.getAttribute('aria-invalid')).toBeNull()
    expect(inputOf('createNoLoginInvestorAccount')).toBeUndefined()
  })

  it('asks for what only some values make necessary', async () => {
    const { user, drawer, name, owner, act, inputOf } = await open()
    await user.type(name, 'Ivy')
    await user.fill(owner, 'ivy@quill.example')
    await user.click(drawer.getByLabelText('Individual'))
    await user.click(act)
    const last = drawer.getByLabelText(/Last name/)
    await waitFor(() => expect(document.activeElement).toBe(last))
    await user.fill(last, 'Chen{Enter}')
    await waitFor(() => expect(inputOf('createNoLoginInvestorAccount')).toMatchObject({ lastname: 'Chen' }))
  })

  it('says what is wrong in the language of the reader', async () => {
    const { user } = await renderAt(
      '/user-management/investor-accounts',
      { getNoLoginInvestorAccountList: () => none },
      'zh-Hant',
    )
    const { t } = i18next
    await user.click(
      (await screen.findAllByRole('button', { name: t('registration:investors.new') }))[0] as HTMLElement,
    )
    const drawer = within(await screen.findByRole('dialog'))
    await user.click(drawer.getByRole('button', { name: t('registration:investors.act') }))
    expect(await drawer.findAllByText('請填寫此項。')).toHaveLength(2)
  })

  it('shows at its field what the server refuses, and keeps the input', async () => {
    const { user, drawer, name, owner, act } = await open({
      createNoLoginInvestorAccount: () => {
        throw new CallFailed('InputInvalid', { owner_email: 'twice' })
      },
    })
    await user.fill(name, 'Quill Fund')
    await user.fill(owner, 'ada@quill.example')
    await user.click(act)
    expect(await screen.findByText('This email address is listed twice. Remove one.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(owner))
    expect([name.value, owner.value]).toEqual(['Quill Fund', 'ada@quill.example'])
    expect(drawer.queryByRole('alert')).toBeNull()
  })

  it('says a failure of its own code once, at the field that the server names', async () => {
    const { user, drawer, name, owner, act } = await open({
      createNoLoginInvestorAccount: () => {
        throw new CallFailed('UserNotFound', { owner_email: 'UserNotFound' })
      },
    })
    await user.fill(name, 'Quill Fund')
    await user.fill(owner, 'ada@quill.example')
    await user.click(act)
    expect(
      await drawer.findAllByText('This user doesn’t exist, or can’t be chosen here. Reload the page.'),
    ).toHaveLength(1)
    await waitFor(() => expect(document.activeElement).toBe(owner))
    expect(drawer.queryByRole('alert')).toBeNull()
  })

  it('shows above its buttons a failure of no field, and keeps the input', async () => {
    const { user, drawer, name, owner, act } = await open({
      createNoLoginInvestorAccount: () => {
        throw new CallFailed('UserNotFound')
      },
    })
    await user.fill(name, 'Quill Fund')
    await user.fill(owner, 'ada@quill.example')
    await user.click(act)
    expect((await drawer.findByRole('alert')).textContent).toContain(
      'This user doesn’t exist, or can’t be chosen here. Reload the page.',
    )
    expect([name.value, owner.value]).toEqual(['Quill Fund', 'ada@quill.example'])
  })

  it('is sent once while it waits, whatever Enter does in a field', async () => {
    const { user, name, owner, act, made } = await open()
    await user.fill(name, 'Quill Fund')
    await user.fill(owner, 'ada@quill.example')
    const waiting = Promise.withResolvers<void>()
    const answered = globalThis.fetch
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const answer = await answered(...asked)
      await waiting.promise
      return answer
    })
    await user.click(act)
    await waitFor(() => expect(act.getAttribute('aria-disabled')).toBe('true'))
    await user.type(owner, '{Enter}')
    waiting.resolve()
    expect(await screen.findByText('Quill Fund was added.')).toBeTruthy()
    expect(made.filter(({ call }) => call === 'createNoLoginInvestorAccount')).toHaveLength(1)
  })

  it('is sent once, however often it is pressed, without what was left empty', async () => {
    const { user, name, owner, act, made } = await open()
    await user.fill(name, 'Quill Fund')
    await user.fill(owner, 'ada@quill.example')
    await user.dblClick(act)
    expect(await screen.findByText('Quill Fund was added.')).toBeTruthy()
    expect(made.filter(({ call }) => call === 'createNoLoginInvestorAccount')).toEqual([
      {
        call: 'createNoLoginInvestorAccount',
        input: { account_type: 'entity', firstname: 'Quill Fund', lastname: '', owner_email: 'ada@quill.example' },
      },
    ])
    // the list is refetched
    expect(made.filter(({ call }) => call === 'getNoLoginInvestorAccountList')).toHaveLength(2)
  })
})
