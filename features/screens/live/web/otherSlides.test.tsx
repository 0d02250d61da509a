import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { ids, pitch, pitchAnswers, snapshot, turned } from '#features/room/room/web/testing/fakeRoom.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, socket } from './testing/roomPage.ts'

const slide = () => document.querySelector('.stage-frame figcaption')?.textContent
const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]

/** The room's slides: five of the deck, and two of another file once they are shown. */
async function room(part: 'attendee' | 'owner', more: Answers = {}) {
  const answers = pitchAnswers(part)
  const before = answers['sgGetPitchPagesData']?.({}) as { pages: { page: number }[] }
  const other = before.pages
    .slice(0, 2)
    .map(page => ({ ...page, url: `/b/${page.page}.jpg`, text: `Other ${page.page}` }))
  const deck = { now: 0 }
  const app = await renderAt(`/live/${pitch}`, {
    ...answers,
    getAgoraToken: () => {
      throw new CallFailed('VideoOff')
    },
    sgGetPitchPagesData: () => (deck.now === 0 ? before : { status: 'ready', total: 2, pages: other, deck: 1 }),
    getPitchFileList: () => ({ items: [file(first, 'deck.pdf', 5), file(second, 'more.pdf', 2)], total: 2 }),
    ...more,
  })
  await connected()
  const me = { id: ids.paula, session: 'mine', part, name: 'Paula Reyes' }
  const shown = { number: 0, files: [{ id: first, pages: 5 }], first: [first], left: {} }
  deliver('snapshot', snapshot(7, { deck: shown, page: 4 }, part === 'owner' ? { me } : {}))
  await waitFor(() => expect(slide()).toBe('Words of slide 4'))
  act(() => void document.querySelector('.stage-frame img')?.dispatchEvent(new Event('load')))
  return { ...app, deck }
}
const file = (id: string, name: string, pages: number) => ({
  ...{ id, name, type: 'pdf', size: 9, position: 0, status: 'ready', pages, pages_ready: pages },
  ...{ failure: null, notes: [], created_time: '2026-01-01T10:00:00.000Z' },
})
const deckShown = (seq: number) => ({
  seq,
  type: 'deckShown' as const,
  payload: { files: [{ id: second, pages: 2 }], pages: 2, page: 1, furthest: 1 },
  at: '',
})

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

describe('other slides', () => {
  it('keep the page before in view until they are here, and then show theirs', async () => {
    const { deck } = await room('attendee')
    deliver('event', deckShown(8))
    await new Promise(done => setTimeout(done, 50))
    expect(slide()).toBe('Words of slide 4')
    deck.now = 1
    deliver('signal', { type: 'deckProgress', payload: {} })
    await waitFor(() => expect(slide()).toBe('Other 1'))
    deliver('event', turned(9, 2))
    await waitFor(() => expect(slide()).toBe('Other 2'))
    expect((await screen.findAllByText('Slide 2 of 2')).length).toBeGreaterThan(0)
  })

  it('end the reader’s own page of the old slides', async () => {
    const { user, deck } = await room('attendee')
    await user.click(await screen.findByRole('button', { name: 'Previous slide' }))
    await waitFor(() => expect(slide()).toBe('Words of slide 3'))
    deck.now = 1
    deliver('event', deckShown(8))
    await waitFor(() => expect(slide()).toBe('Other 1'))
    const watched = (socket.sent as [string, unknown][]).filter(([event]) => event === 'watching')
    expect(watched.at(-1)?.[1]).toEqual({ visible: true })
  })

  it('are chosen by the presenter, and a page turn names its slides', async () => {
    const asked: unknown[] = []
    const turns: unknown[] = []
    const { user, deck } = await room('owner', {
      showPitchFile: input => {
        asked.push(input)
        return { page: 1, total: 2 }
      },
      sgUpdatePitchPages: input => {
        turns.push(input)
        return { page: 2, index: 0, seq: 9 }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Other decks' }))
    const dialog = await screen.findByRole('dialog', { name: 'Other decks' })
    expect(await within(dialog).findByText('Showing now')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Show more.pdf' }))
    expect(asked).toEqual([{ pitch_uuid: pitch, file_id: second }])
    deck.now = 1
    deliver('event', deckShown(8))
    await waitFor(() => expect(slide()).toBe('Other 1'))
    // the next key is to turn them
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{ArrowRight}')
    expect(turns).toEqual([{ pitch_uuid: pitch, page: '2', action: 'right', index: '0', deck: '1' }])
  })

  it('that were refused are removed, as there is no upload to cancel any longer', async () => {
    const { user } = await room('owner')
    await user.click(await screen.findByRole('button', { name: 'Other decks' }))
    const dialog = await screen.findByRole('dialog', { name: 'Other decks' })
    const chooser = dialog.querySelector<HTMLInputElement>('input[type=file]')
    if (!chooser) throw new Error('Nothing can be chosen.')
    await user.upload(chooser, new File([], 'empty.pdf', { type: 'application/pdf' }))
    const refused = await within(dialog).findByRole('region', { name: 'empty.pdf' })
    expect(within(refused).queryByRole('button', { name: 'Cancel upload' })).toBeNull()
    await user.click(within(refused).getByRole('button', { name: 'Remove' }))
    expect(within(dialog).queryByText('empty.pdf')).toBeNull()
  })

  it('are nothing that attendees are offered', async () => {
    await room('attendee')
    expect(screen.queryByRole('button', { name: 'Other decks' })).toBeNull()
  })
})
