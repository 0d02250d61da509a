import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import * as exportText from '#web/ui/exportText.ts'

const pitch = pitchDetail({ state: 'over', status: 4 })
const { uuid } = pitch
const page = (number: number) => ({
  ...{ page: number, file_id: uuid, url: `/${number}`, medium_url: '', thumb_url: `/thumb/${number}` },
  ...{ width: 16, height: 9, text: '' },
})
const none = { reading: 0, live: 0, replay: 0, again: 0 }
const slides = [
  { ...none, page: 0, live: 4, people: 1, stopped: 0 },
  { page: 2, reading: 5, live: 60, replay: 30, again: 10, people: 2, stopped: 1 },
  { ...none, page: 3, people: 0, stopped: 1 },
]
const ivy = {
  ...{ user_id: uuid, name: 'Ivy Investor', email: 'ivy@quill.test', total: 95, stopped: { page: 2, at: 75 } },
  ...{ reading: 5, live: 60, replay: 30, again: 10, pages: [{ page: 2, seconds: 95 }] },
}

const deck = [page(1), page(2), page(3)]

const at = (answer: object, more = {}) =>
  renderAt(`/pitch-management/${uuid}?tab=attention`, {
    ...signedInAs('presenter'),
    getPitchDetail: () => pitch,
    getPitchById: () => pitch,
    getPitchAttention: () => answer,
    ...more,
  })

describe('the attention of a pitch', () => {
  it('shows each slide of the deck with the sum of all, and each person with theirs, sorted by any of them', async () => {
    const { user, inputOf } = await at({ items: [ivy], total: 1, slides, deck })
    const strip = within(await screen.findByRole('region', { name: 'Seconds per slide, all attendees' }))
    expect(strip.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Slide 1: 0:00',
      'Slide 2: 1:35Viewed alone0:05In the room1:00Replay0:30Watched again0:10Viewed by2Stopped here1',
      'Slide 3: 0:00Viewed by0Stopped here1',
      'No slide in the deck: 0:04In the room0:04Viewed by1',
    ])
    const row = within(screen.getByText('Ivy Investor').closest('tr') ?? document.body)
    row.getByText('Slide 2, 1:15')
    expect(row.getByText('Slide 2: 95 sec')).toBeTruthy()
    await user.click(within(screen.getByRole('columnheader', { name: /^Replay/ })).getByRole('button'))
    await waitFor(() => expect(inputOf('getPitchAttention')).toMatchObject({ uuid, sort: 'replay' }))
  })

  it('is taken away as a file, and says why it is empty', async () => {
    const saved = vi.spyOn(exportText, 'saveFile').mockReturnValue()
    const { user } = await at(
      { items: [ivy], total: 1, slides, deck },
      { exportPitchAttention: () => ({ filename: 'seed.csv', csv: 'Name' }) },
    )
    await user.click(await screen.findByRole('button', { name: 'Export attention' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith('seed.csv', 'Name', 'text/csv;charset=utf-8'))
    saved.mockRestore()
  })

  it('says who will appear before anybody has looked', async () => {
    await at({ items: [], total: 0, slides: [], deck })
    await screen.findByText('No one has looked at the slides yet.')
    expect(screen.queryByRole('region', { name: 'Seconds per slide, all attendees' })).toBeNull()
  })
})

describe('reading slides by oneself', () => {
  it('is noted by the page in the middle of the window, as long as the reader is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      const isSecond = this.dataset['page'] === '2'
      return { top: isSecond ? 0 : -900, bottom: isSecond ? 900 : -1 } as DOMRect
    })
    const { made } = await renderAt(`/previewPdf/${uuid}`, {
      ...signedInAs('investor'),
      sgGetPitchPagesData: () => ({ status: 'ready', total: 2, pages: [page(1), page(2)], deck: 1 }),
      noteReading: () => ({}),
    })
    await screen.findByAltText('Slide 2')
    expect(screen.getByRole('link', { name: 'Open pitch' }).getAttribute('href')).toBe(`/join-session/${uuid}`)
    const notes = () =>
      made.filter(({ call }) => call === 'noteReading').map(({ input }) => JSON.parse(String(input['pages'])))
    await vi.advanceTimersByTimeAsync(16_000)
    const [first] = notes()
    expect(first).toMatchObject([{ page: 2 }])
    expect(first[0].seconds).toBeGreaterThan(10)
    // two minutes without a sign of the reader, and no more
    await vi.advanceTimersByTimeAsync(300_000)
    const sum = notes().reduce((all, [{ seconds }]) => all + seconds, 0)
    expect(sum).toBeGreaterThan(110)
    expect(sum).toBeLessThan(130)
    box.mockRestore()
    vi.useRealTimers()
  })
})
