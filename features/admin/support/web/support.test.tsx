import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { languages } from '#contract/fields.ts'
import { type Answers, nobody, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { topics } from './topics.ts'

const failing = () => {
  throw new CallFailed('Internal')
}
const taken: Answers = {
  sendHelpInfo: () => ({ number: 1042 }),
  createTicket: () => ({ number: 1042 }),
  getMyTicketList: () => ({ items: [], total: 0 }),
}

async function ask(answers: Answers, text: string) {
  const seen = await renderAt('/admin/index', answers)
  await seen.user.click(await screen.findByRole('button', { name: 'Contact support' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contact support' })
  if (text) await seen.user.type(within(dialog).getByRole('textbox'), text)
  await seen.user.click(within(dialog).getByRole('button', { name: 'Send request' }))
  return seen
}

describe('the question dialog', () => {
  it('[SHELL-003, ERR-064, ERR-065, CALL-173] closes when the question is there, and says what happens next', async () => {
    const { inputOf } = await ask(taken, 'My camera is black.')
    const done = await screen.findByRole('dialog', { name: 'We received your request' })
    expect(within(done).getByRole('status').textContent).toContain('#1042')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Contact support' })).toBeNull())
    expect(inputOf('sendHelpInfo')).toEqual({ description: 'My camera is black.' })
    expect(inputOf('createTicket')).toEqual({
      content: 'My camera is black.',
      email: person.email,
      phone: person.user_id,
      name: 'Ada Okafor',
    })
  })

  it('[ERR-066] stays, with a message and with what was typed, when it is not', async () => {
    await ask({ ...taken, sendHelpInfo: failing }, 'My camera is black.')
    const dialog = screen.getByRole('dialog', { name: 'Contact support' })
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Something went wrong.')
    expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'My camera is black.')
  })

  it('[ERR-067] ignores that the second call fails', async () => {
    await ask({ ...taken, createTicket: failing }, 'My camera is black.')
    expect(await screen.findByRole('dialog', { name: 'We received your request' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[RULE-092, ERR-068] says of HTML that it is not valid, and sends nothing', async () => {
    const { inputOf } = await ask(taken, '<b>Help</b>')
    expect(await screen.findByText('input content not valid')).toBeTruthy()
    expect(inputOf('sendHelpInfo')).toBeUndefined()
  })

  it('[RULE-107] leaves an empty question to the server', async () => {
    const refused = () => {
      throw new CallFailed('InputInvalid', { description: 'required' })
    }
    const { inputOf } = await ask({ ...taken, sendHelpInfo: refused }, '')
    expect(await screen.findByText('Enter a value.')).toBeTruthy()
    expect(inputOf('sendHelpInfo')).toEqual({ description: '' })
  })
})

const ticket = {
  ...{ id: '00000000-0000-4000-8000-000000000009', number: 1042, state: 'answered', content: 'My camera is black.' },
  ...{ name: 'Ada Okafor', email: 'ada@quill.example', contact: '', is_known: true, org_name: 'Quill' },
  ...{ created_on: '2026-11-21T12:00:00Z', updated_on: '2026-11-21T12:00:00Z' },
}

describe('the help page', () => {
  it('[ROUTE-138] finds answers by their words', async () => {
    const { user } = await renderAt('/help', { ...taken, ...signedInAs('vc') })
    expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(topics.length + 1)
    await user.type(screen.getByRole('searchbox', { name: 'Search answers' }), 'microphone level')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Why can’t people hear me, or why can’t I hear them?',
      'My support requests',
    ])
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'zzz')
    expect(screen.getByText('No results. Contact us and we’ll help.')).toBeTruthy()
  })

  it.each(languages)('answers in %s', async language => {
    await renderAt('/help', taken, language)
    await screen.findByRole('main')
    await waitFor(() => expect(document.querySelectorAll('.help-topics h2')).toHaveLength(topics.length))
  })

  it('[PROD-051] shows my questions, and what was answered', async () => {
    const answer = {
      id: ticket.id.replace('9', '8'),
      content: 'Allow it.',
      is_answer: true,
      name: 'Sam',
      at: ticket.updated_on,
    }
    const { user, where } = await renderAt('/help', {
      getMyTicketList: () => ({ items: [ticket], total: 1 }),
      getTicket: () => ({ ...ticket, messages: [answer], may_answer: false }),
    })
    await user.click(await screen.findByRole('button', { name: /#1042/ }))
    expect(await screen.findByText('Allow it.')).toBeTruthy()
    expect(where.address).toBe('/help?ticket=1042')
  })

  it('begins a ticket with its conversation, and leaves the focus on the button that reopens it', async () => {
    let state = 'closed'
    const { user, inputOf } = await renderAt('/help?ticket=1042', {
      getMyTicketList: () => ({ items: [ticket], total: 1 }),
      getTicket: () => ({ ...ticket, state, messages: [], may_answer: true }),
      setTicketClosed: () => {
        state = 'open'
        return {}
      },
    })
    const reopen = await screen.findByRole('button', { name: 'Reopen request' })
    reopen.focus()
    await user.keyboard('{Enter}')
    const answer = await screen.findByRole('textbox', { name: /Your reply/ })
    // a form that took the focus would take it in the next turn
    await new Promise(done => setTimeout(done, 50))
    expect(inputOf('setTicketClosed')).toMatchObject({ ticket_id: ticket.id, closed: '0' })
    expect(document.activeElement).toBe(reopen)
    expect(answer.hasAttribute('data-autofocus')).toBe(false)
  })
})

describe('a question before sign-in', () => {
  const open = async (answers: Answers) => {
    const seen = await renderAt('/login', { ...nobody, ...answers }, 'zh-Hant')
    await seen.user.click(await screen.findByRole('button', { name: '說明' }))
    const dialog = await screen.findByRole('dialog', { name: '聯絡客服' })
    await seen.user.type(within(dialog).getByRole('textbox', { name: /您的電子郵件/ }), 'gus@elsewhere.example')
    return { ...seen, dialog }
  }
  it('[CALL-171] reaches support with an address for the answer', async () => {
    const { user, dialog, inputOf } = await open({ createVisitorTicket: () => ({ number: 1043 }) })
    await user.type(within(dialog).getByRole('textbox', { name: /您的問題/ }), '我收不到驗證碼')
    await user.click(within(dialog).getByRole('button', { name: '送出案件' }))
    expect((await screen.findByRole('status')).textContent).toContain('#1043')
    expect(inputOf('createVisitorTicket')).toEqual({
      name: '',
      email: 'gus@elsewhere.example',
      content: '我收不到驗證碼',
      language: 'zh-Hant',
    })
  })
  it('[RULE-092] refuses HTML before it is sent', async () => {
    const { user, dialog, inputOf } = await open({})
    await user.type(within(dialog).getByRole('textbox', { name: /您的問題/ }), '<i>x</i>')
    await user.click(within(dialog).getByRole('button', { name: '送出案件' }))
    expect(await screen.findByText('輸入內容無效。')).toBeTruthy()
    expect(inputOf('createVisitorTicket')).toBeUndefined()
  })
})

describe('how long ago something was', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const day = 86_400_000
  it.each([
    ['[CONST-020]', day + 5000, '1 day ago'],
    ['[CONST-020]', 2 * day - 60_000, '1 day ago'],
    ['[CONST-021]', 2 * day + 5000, 'Nov 22, 2026'],
    ['[CONST-021]', 9 * day, 'Nov 15, 2026'],
  ])('%s is told beside a question, of %i ms as "%s"', async (_, passed, words) => {
    const now = Date.parse('2026-11-24T15:00:00.000Z')
    vi.useFakeTimers({ toFake: ['Date'], now })
    const updated_on = new Date(now - passed).toISOString()
    const ticket = { id: '00000000-0000-4000-8000-0000000000d1', number: 1042, state: 'open', content: 'Black camera' }
    await renderAt('/help', {
      ...signedInAs('vc'),
      getMyTicketList: () => ({ items: [{ ...ticket, name: 'Ada', email: person.email, updated_on }], total: 1 }),
    })
    const row = await screen.findByRole('button', { name: /#1042/ })
    expect(row.querySelector('time')?.textContent).toBe(words)
  })
})
