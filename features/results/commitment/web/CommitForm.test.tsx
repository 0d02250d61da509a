import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { CommitForm } from './CommitForm.tsx'

const ours = 'A non-binding indication of interest.'
const noTerms = {
  ...{ asked_amount: '', minimum_commitment: '', commit_until: null, is_open: true, total: null },
  ...{ currency: 'USD', series: null, seats: null, waiting: null },
  statement: { version: 3, en: ours, 'zh-Hans': '此为认购意向。', 'zh-Hant': '此為認購意願。' },
}
const shown = { statement: ours, statement_version: '3', statement_language: 'en' }

async function form(answer: () => unknown = () => ({ id: pitch, money_amount: '$25,000' }), terms: object = noTerms) {
  const commits: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const commit = path.endsWith('/commitInPitch')
    if (commit) commits.push(Object.fromEntries(new URLSearchParams(String(init.body))))
    const made = commits.length > 0
    const mine = {
      is_committed: made,
      money_amount: made ? '$25,000' : '',
      initials: made ? 'IP' : '',
      ...(made && shown),
    }
    const body = commit ? answer() : path.includes('/getCommitmentTerms') ? terms : mine
    const failed = (body as { error?: string }).error
    return new Response(
      JSON.stringify(failed ? { code: 0, message: '', ...(body as object) } : { code: 1, message: '', data: body }),
    )
  })
  await startAllTexts()
  render(<CommitForm pitch={pitch} deal="Quill seed" name="Ivan Petrov" />)
  const user = userEvent.setup()
  const fill = async (amount: string, initials: string) => {
    for (const [label, text] of [
      ['Amount (USD)', amount],
      ['Your initials', initials],
    ] as const) {
      await user.clear(await screen.findByLabelText(label))
      if (text) await user.type(screen.getByLabelText(label), text)
    }
    await user.click(screen.getByRole('button', { name: 'Review' }))
  }
  return { user, fill, commits }
}

/** The same answers, but an attendee who was refused has not committed. */
const uncommitted =
  (answered: typeof fetch): typeof fetch =>
  async (...asked) => {
    const answer = await answered(...asked)
    if (!String(asked[0]).includes('/getMyCommitment')) return answer
    const { data, ...rest } = await answer.json()
    return new Response(JSON.stringify({ ...rest, data: { ...data, is_committed: false } }))
  }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a commitment', () => {
  it('[RULE-086, RULE-087] asks for an amount and for initials', async () => {
    const { fill, commits } = await form()
    await fill('', '')
    expect(screen.getByText(/^Enter an amount above zero/)).toBeTruthy()
    expect(screen.getByText(/^Enter your initials:/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(commits).toEqual([])
  })

  it.each(['0', '-5', 'NaN', '1e30', '12.345', 'much'])('refuses the amount %s beside its field', async amount => {
    const { fill } = await form()
    await fill(amount, 'IP')
    expect(screen.getByLabelText('Amount (USD)').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(/amount .*above zero/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[RULE-088] refuses initials that are none', async () => {
    const { fill } = await form()
    await fill('100', '12')
    expect(screen.getByLabelText('Your initials').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[PROD-027, RULE-089] shows what will be recorded, commits once, and then says what stands', async () => {
    const { user, fill, commits } = await form()
    await fill('25000', 'IP')
    const dialog = screen.getByRole('dialog', { name: 'Commit US$25,000?' })
    for (const words of ['Quill seed', 'Ivan Petrov', 'IP', 'Amount (USD)', 'US$25,000', ours])
      expect(within(dialog).getAllByText(words)).toBeTruthy()
    expect(commits).toEqual([])
    await user.dblClick(within(dialog).getByRole('button', { name: 'Commit US$25,000' }))
    // where the form was, on a phone, there is something else by now
    expect(document.activeElement).toBe(await screen.findByText(/Commitment recorded: US\$25,000, signed IP/))
    expect(commits).toEqual([{ uuid: pitch, money_amount: '$25,000', initials: 'IP', ...shown }])
    expect(screen.getByText(ours)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull()
  })

  it('says that it is done by the answer to it alone, and asks for nothing again', async () => {
    const { user, fill } = await form()
    const answered = fetch
    const asks: string[] = []
    const { promise: never } = Promise.withResolvers<Response>()
    await fill('25000', 'IP')
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      asks.push(path)
      return path.includes('/getMyCommitment') ? never : answered(path, init)
    })
    await user.click(screen.getByRole('button', { name: 'Commit US$25,000' }))
    expect(await screen.findByText(/Commitment recorded: US\$25,000, signed IP/)).toBeTruthy()
    expect(screen.queryByText(/^Enter /)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asks).toHaveLength(1)
  })

  it('keeps what is not committed while another panel is open and when the pitch ends, and not longer', async () => {
    const { user } = await form()
    const amount = () => screen.getByLabelText<HTMLInputElement>('Amount (USD)')
    const initials = () => screen.getByLabelText<HTMLInputElement>('Your initials')
    await user.type(await screen.findByLabelText('Amount (USD)'), '25000')
    await user.type(initials(), 'IP')
    cleanup()
    const again = await form()
    expect(amount().value).toBe('US$25,000')
    expect(initials().value).toBe('IP')
    await again.user.click(screen.getByRole('button', { name: 'Review' }))
    await again.user.click(screen.getByRole('button', { name: 'Commit US$25,000' }))
    await screen.findByText(/Commitment recorded/)
    cleanup()
    await form()
    expect(amount().value).toBe('')
    expect(initials().value).toBe('')
  })

  it('can be gone back on before it counts', async () => {
    const { user, fill, commits } = await form()
    await fill('25000', 'IP')
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByLabelText<HTMLInputElement>('Amount (USD)').value).toBe('US$25,000')
    expect(commits).toEqual([])
  })

  it('shows what is asked, and refuses less than the smallest amount before anything is sent', async () => {
    const { fill, commits } = await form(undefined, {
      ...noTerms,
      ...{ asked_amount: '$2,000,000', minimum_commitment: '$25,000', commit_until: '2031-11-24T22:59:59.999Z' },
      ...{ is_open: true, total: { count: 2, money_amount: '$60,000' } },
    })
    for (const words of ['US$2,000,000', 'US$25,000', 'US$60,000 from 2 investors', ours])
      expect(await screen.findByText(words)).toBeTruthy()
    await fill('24,999.99', 'IP')
    expect(screen.getByLabelText('Amount (USD)').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('This is below the minimum commitment. Enter at least that amount.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    await fill('25,000', 'IP')
    expect(screen.getByRole('dialog', { name: 'Commit US$25,000?' })).toBeTruthy()
    expect(commits).toEqual([])
  })

  it('after the last moment says so instead of asking', async () => {
    await form(undefined, { ...noTerms, commit_until: '2020-01-01T00:00:00Z', is_open: false }).catch(() => {})
    expect(await screen.findByText(/The commitment deadline has passed/)).toBeTruthy()
    expect(screen.queryByLabelText('Amount (USD)')).toBeNull()
  })

  it('says why it was refused and keeps what was typed', async () => {
    const { user, fill } = await form(() => ({ error: 'CommitmentNotOpen' }))
    vi.stubGlobal(
      'fetch',
      async (path: string) =>
        new Response(
          JSON.stringify(
            path.endsWith('/commitInPitch')
              ? { code: 0, error: 'CommitmentNotOpen', message: '' }
              : { code: 1, message: '', data: { ...noTerms, is_committed: false, money_amount: '', initials: '' } },
          ),
        ),
    )
    await fill('25000', 'IP')
    await user.click(screen.getByRole('button', { name: 'Commit US$25,000' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Commitments open when the pitch starts.')
    expect(screen.getByLabelText<HTMLInputElement>('Your initials').value).toBe('IP')
  })

  it('is made under the sentence that its dialog shows, and asks again when there is a newer one', async () => {
    const terms = structuredClone(noTerms)
    const { user, fill, commits } = await form(
      () => (commits.length < 2 ? { error: 'CommitmentStatementChanged' } : { id: pitch, money_amount: '$25,000' }),
      terms,
    )
    await fill('25000', 'IP')
    Object.assign(terms.statement, { version: 4, en: 'Binding for ten days.' })
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText(ours)).toBeTruthy()
    vi.stubGlobal('fetch', uncommitted(fetch))
    await user.click(within(dialog).getByRole('button', { name: 'Commit US$25,000' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was committed.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('Binding for ten days.')).toBeTruthy()
    expect(screen.queryByText(ours)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Amount (USD)').value).toBe('US$25,000')
    expect(screen.getByLabelText<HTMLInputElement>('Your initials').value).toBe('IP')
    await user.click(screen.getByRole('button', { name: 'Review' }))
    expect(within(screen.getByRole('dialog')).getByText('Binding for ten days.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Commit US$25,000' }))
    expect(await screen.findByText(/Commitment recorded/)).toBeTruthy()
    expect(commits.map(({ statement, statement_version }) => [statement, statement_version])).toEqual([
      [ours, '3'],
      ['Binding for ten days.', '4'],
    ])
  })

  it('[RULE-089] says its currency, and what it is, in the language of the page', async () => {
    const { fill, commits } = await form(undefined, noTerms)
    await act(() => i18next.changeLanguage('zh-Hant'))
    expect(screen.getByText('此為認購意願。').lang).toBe('zh-Hant')
    await act(() => i18next.changeLanguage('en'))
    await fill('25000', 'IP')
    expect(within(screen.getByRole('dialog')).getByText(ours).lang).toBe('en')
    expect(commits).toEqual([])
  })

  it('cannot be signed before what it is was read', async () => {
    const { user, commits } = await form()
    cleanup()
    const answered = fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
      path.includes('/getCommitmentTerms')
        ? new Response(JSON.stringify({ code: 0, error: 'Internal', message: '' }), { status: 500 })
        : answered(path, init),
    )
    render(<CommitForm pitch={pitch} deal="Quill seed" name="Ivan Petrov" />)
    await user.type(await screen.findByLabelText('Amount (USD)'), '25000')
    await user.type(screen.getByLabelText('Your initials'), 'IP')
    await user.click(screen.getByRole('button', { name: 'Review' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(commits).toEqual([])
  })

  it('that was made before there was a sentence says so', async () => {
    await form(undefined, noTerms)
    cleanup()
    const before = { is_committed: true, money_amount: '$9', initials: 'IP', statement: '' }
    vi.stubGlobal('fetch', async (path: string) => {
      const data = path.includes('/getCommitmentTerms')
        ? noTerms
        : { ...before, statement_version: null, statement_language: null }
      return new Response(JSON.stringify({ code: 1, message: '', data }))
    })
    render(<CommitForm pitch={pitch} deal="Quill seed" name="Ivan Petrov" />)
    expect(await screen.findByText(/Commitment recorded: US\$9/)).toBeTruthy()
    expect(screen.getByText('Made before commitments had a statement.')).toBeTruthy()
    expect(screen.queryByText(ours)).toBeNull()
  })
})
