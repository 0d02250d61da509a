import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { CommitForm } from './CommitForm.tsx'

const terms = {
  ...{ asked_amount: '', minimum_commitment: '', commit_until: null, is_open: true, total: null, currency: 'USD' },
  ...{ series: 'full', seats: { most: 2, left: 0 }, waiting: null },
  statement: { version: 3, en: 'Not an offer.', 'zh-Hans': '此为认购意向。', 'zh-Hant': '此為認購意願。' },
}
const mine = { is_committed: false, money_amount: '', initials: '', statement: '' }

/** The form, with a server that keeps the waiting list. */
async function open(first: object) {
  let now: object = { ...terms, ...first }
  const made: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const call = path.split('/').at(-1)?.split('?')[0] ?? ''
    made.push(call)
    if (call === 'joinSeatWaitingList') now = { ...now, waiting: { position: 3, offered_until: null } }
    if (call === 'leaveSeatWaitingList') now = { ...now, waiting: null }
    const data = call === 'getCommitmentTerms' ? now : call === 'getMyCommitment' ? mine : { position: 3 }
    return new Response(JSON.stringify({ code: 1, message: '', data }))
  })
  await startAllTexts()
  render(<CommitForm pitch={pitch} deal="Quill seed" name="Ivan Petrov" />)
  return { user: userEvent.setup(), made }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('seats', () => {
  it('that are all taken leave the waiting list, which is joined and left', async () => {
    const { user, made } = await open({})
    expect(await screen.findByText('0 of 2 left')).toBeTruthy()
    expect(screen.queryByLabelText('Amount (USD)')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Join waiting list' }))
    expect(await screen.findByText(/number 3 on the waiting list/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Leave waiting list' }))
    expect(await screen.findByRole('button', { name: 'Join waiting list' })).toBeTruthy()
    expect(made).toContain('leaveSeatWaitingList')
  })

  it('that are kept for the reader say until when, above the form', async () => {
    await open({ series: 'open', waiting: { position: 0, offered_until: '2031-01-01T12:00:00Z' } })
    expect(await screen.findByText(/^A seat is reserved for you until/)).toBeTruthy()
    expect(screen.getByLabelText('Amount (USD)')).toBeTruthy()
  })

  it.each(['forming', 'closed'])('of a series that is %s are not to be had', async series => {
    await open({ series })
    expect(await screen.findByText(/isn’t open for commitments right now/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('are no matter for a pitch without a series, whose form says its currency', async () => {
    await open({ series: null, seats: null, currency: 'JPY' })
    expect((await screen.findByLabelText('Amount (JPY)')).getAttribute('placeholder')).toBe('JPY 25,000')
  })
})
