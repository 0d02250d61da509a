import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, slideStands, videoOff } from './testing/roomPage.ts'

async function room(part: 'owner' | 'attendee', more: Answers = {}) {
  const people = { getRoomPeople: () => ({ items: [], total: 0, here: 3 }) }
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...people, ...more })
  await connected()
  const me = { id: part === 'owner' ? ids.paula : ids.ivan, session: 'mine', part, name: 'Me' }
  deliver('snapshot', snapshot(7, { host: ids.paula, questions: { open: true, answering: null } }, { me }))
  await slideStands()
  // the last that comes into the bar
  await screen.findByRole('button', { name: 'More' })
  await waitFor(() => expect(document.querySelector('.bar [tabindex="-1"]')).toBeTruthy())
  return app
}
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('the keyboard of the bar', () => {
  it('is one stop for Tab, with arrows, Home and End from one control to the next, and turns no slide', async () => {
    const { user, inputOf } = await room('owner')
    const bar = screen.getByRole('toolbar')
    const all = [...bar.querySelectorAll('button:not(:disabled)')]
    await waitFor(() => expect(all.filter(button => (button as HTMLElement).tabIndex === 0)).toHaveLength(1))
    screen.getByRole('button', { name: 'Mute microphone' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('Turn off camera')
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(all.at(-1))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(all[0])
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(all.at(-1))
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(all[0])
    await user.keyboard('{ArrowRight}{Tab}')
    expect(bar.contains(document.activeElement)).toBe(false)
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(document.activeElement).toBe(all[1])
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(inputOf('sgUpdatePitchPages')).toBeUndefined()
    // what a clicker sends turns from everywhere
    await user.keyboard('{PageDown}')
    expect(inputOf('sgUpdatePitchPages')).toMatchObject({ page: '2' })
  })

  it('goes from one choice to the next in what a control opened', async () => {
    const { user, inputOf } = await room('owner')
    ;(await screen.findByRole('button', { name: 'React' })).focus()
    await user.keyboard('{Enter}')
    screen.getByRole('button', { name: 'Applause' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(focused()).not.toBe('Applause')
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toBe('Applause')
    expect(inputOf('sgUpdatePitchPages')).toBeUndefined()
  })

  it('has the focus again when what was chosen closes', async () => {
    const { user } = await room('owner')
    screen.getByRole('button', { name: 'More' }).focus()
    await user.keyboard('{Enter}')
    screen.getByRole('button', { name: 'Settings' }).focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Settings' })
    // browsers give the focus back from a dialog that is still in the page
    const stands: boolean[] = []
    vi.spyOn(dialog, 'close').mockImplementation(() => stands.push(dialog.isConnected))
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(focused()).toBe('More')
    expect(stands).toEqual([true])
  })

  it('leaves the arrows to the slides after a press by mouse', async () => {
    const { user, inputOf } = await room('owner')
    await user.click(screen.getByRole('button', { name: 'Mute microphone' }))
    expect(screen.getByRole('button', { name: 'Unmute microphone' })).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(inputOf('sgUpdatePitchPages')).toMatchObject({ page: '2', action: 'right' })
  })
})

describe('what was pressed by mouse', () => {
  it('gets no later key: what opened closes by Escape, and Space turns a slide', async () => {
    const { user, made } = await room('owner')
    const turns = () => made.filter(({ call }) => call === 'sgUpdatePitchPages').length
    await user.click(screen.getByRole('button', { name: 'React' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Applause' })).toBeNull()
    await user.keyboard(' ')
    expect(screen.queryByRole('button', { name: 'Applause' })).toBeNull()
    expect(turns()).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Previous slide' }))
    await waitFor(() => expect(turns()).toBe(2))
    await user.keyboard(' ')
    await waitFor(() => expect(turns()).toBe(3))
    expect(made.findLast(({ call }) => call === 'sgUpdatePitchPages')?.input).toMatchObject({ page: '2' })
  })

  it('returns the focus to the control from which it was opened by key', async () => {
    const { user } = await room('owner')
    screen.getByRole('button', { name: 'React' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Applause' })
    await user.keyboard('{Escape}')
    expect(focused()).toBe('React')
  })
})

describe('what comes and goes in the bar', () => {
  const labels = () =>
    [...screen.getByRole('toolbar').querySelectorAll('.piece-control-label')].map(label => label.textContent)

  it('stands behind what stays, so that nothing moves under a pointer', async () => {
    await room('owner')
    const before = labels()
    expect(before.slice(0, 3)).toEqual(['Microphone', 'Camera', 'Share'])
    deliver('event', { seq: 8, type: 'hostChanged', payload: { host: ids.ivan }, at: '' })
    await screen.findByRole('button', { name: /^Take over/ })
    expect(labels().slice(0, before.indexOf('Pause') + 1)).toEqual(before.slice(0, before.indexOf('Pause') + 1))
    expect(before.indexOf('Pause')).toBeGreaterThan(before.indexOf('More'))
  })

  it('keeps the focus on the raised hand while the server takes it', async () => {
    let answer: (value: unknown) => void = () => {}
    const { user } = await room('attendee', { setHand: () => new Promise(done => (answer = done)) })
    ;(await screen.findByRole('button', { name: /^Raise hand/ })).focus()
    await user.keyboard('{Enter}')
    expect(focused()).toMatch(/^Raise hand/)
    answer({})
    deliver('event', { seq: 8, type: 'handRaised', payload: { account: ids.ivan }, at: '' })
    await screen.findByRole('button', { name: /^Lower hand/ })
    expect(focused()).toMatch(/^Lower hand/)
  })

  it('puts the focus into the field of what is opened to be written in, by key and by mouse', async () => {
    const { user } = await room('attendee', { getOwnQuestions: () => ({ items: [], total: 0 }) })
    await user.keyboard('{Alt>}q{/Alt}')
    const field = await screen.findByLabelText(/question/i, { selector: 'textarea' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('Why now?')
    expect((field as HTMLTextAreaElement).value).toBe('Why now?')
  })
})

describe('the focus when a side panel closes', () => {
  it('goes by key to the control that opens it', async () => {
    const { user } = await room('attendee')
    await user.click(screen.getByRole('button', { name: /^Attendees/ }))
    ;(await screen.findByRole('button', { name: 'Close' })).focus()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('region', { name: 'Attendees' })).toBeNull()
    expect(focused()).toMatch(/^Attendees/)
  })

  it('goes to the room by mouse and by the shortcut, so that arrows turn at once', async () => {
    const { user, inputOf } = await room('owner')
    await user.click(screen.getByRole('button', { name: /^Attendees/ }))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect([document.body, screen.getByRole('main')]).toContain(document.activeElement)
    await user.keyboard('{ArrowRight}')
    expect(inputOf('sgUpdatePitchPages')).toMatchObject({ page: '2' })
    await user.click(screen.getByRole('button', { name: /^Attendees/ }))
    ;(await screen.findByRole('searchbox')).focus()
    await user.keyboard('{Alt>}u{/Alt}')
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('the recording', () => {
  const space = {
    ...{ most: 4, is_taken: false, person_bytes: 825e6, screen_bytes: 1100e6, free_bytes: 45e9, is_filling: false },
  }
  const health = (told: object) =>
    deliver('signal', {
      type: 'recordingHealth',
      payload: { health: 'recording', level: 0, age: 1, unrecorded: 0, isFilling: false, ...told },
    })

  it('says before it starts by hand what it takes, and that there is none left', async () => {
    const more = { getRecordingCapacity: () => ({ ...space, is_taken: true }) }
    const { user } = await room('owner', { ...pitchAnswers('owner', 2, { recording: 'hand' }), ...more })
    await user.click(await screen.findByRole('button', { name: /^Record/ }))
    await screen.findByText(/an hour takes about 825 MB/)
    screen.getByText(/records 4 pitches at a time/)
    screen.getByRole('button', { name: 'Start recording' })
  })

  it('of a pitch that is recorded from its start asks before a start without one, and starts all the same', async () => {
    let taken = true
    const more = { getRecordingCapacity: () => ({ ...space, is_taken: taken }), startPitch: () => ({}) }
    const soon = { recording: 'start', start_date_raw: new Date().toISOString() } as const
    const { user, made } = await room('owner', { ...pitchAnswers('owner', 0, soon), ...more })
    const me = { id: ids.paula, session: 'mine', part: 'owner', name: 'Me' } as const
    deliver('snapshot', snapshot(7, { host: ids.paula, status: 0 }, { me }))
    await user.click(await screen.findByRole('button', { name: 'Start pitch' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/records 4 pitches at a time/)).toBeTruthy()
    expect(within(dialog).queryByText(/scheduled for/)).toBeNull()
    expect(made.some(({ call }) => call === 'startPitch')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Not yet' }))
    taken = false
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    await waitFor(() => expect(made.some(({ call }) => call === 'startPitch')).toBe(true))
  })

  it('tells its presenter in words, once, that the disk fills up, that it is full, and that the recording waits', async () => {
    const { user } = await room('owner', pitchAnswers('owner', 2, { recording: 'start' }))
    const activity = within(await screen.findByRole('region', { name: 'Activity' }))
    health({ isFilling: true })
    const told = 'The server’s disk is almost full. When it’s full, the recording stops and the pitch continues.'
    expect(await activity.findByText(told)).toBeTruthy()
    await user.click(activity.getByRole('button', { name: `Close: ${told}` }))
    health({ isFilling: true })
    expect(activity.queryByText(told)).toBeNull()
    health({ isFilling: true, health: 'full' })
    expect(await activity.findByText(/Storage is full/)).toBeTruthy()
    health({ health: 'waiting' })
    expect(await activity.findByText(/Nothing is being recorded yet/)).toBeTruthy()
  })

  it('[STATE-048] becomes an MP4 after the pitch where its presenter orders it, as everyone is told, until they take it back', async () => {
    const more = { sgMergeVideo: () => ({ status: 'merging' as const }), removeRecordingMp4: () => ({}) }
    const { user, inputOf } = await room('owner', { ...pitchAnswers('owner', 2, { recording: 'start' }), ...more })
    deliver('event', { seq: 8, type: 'recordingStarted', payload: {}, at: '' })
    await user.click(await screen.findByRole('button', { name: /^Recording now/ }))
    await user.click(await screen.findByRole('button', { name: 'Make an MP4 after the pitch' }))
    expect(inputOf('sgMergeVideo')).toEqual({ pitch_uuid: pitch })
    deliver('event', { seq: 9, type: 'videoMerging', payload: { merging: true }, at: '' })
    expect(await screen.findByText('An MP4 for the team will be made after the pitch.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Don’t make it' }))
    expect(inputOf('removeRecordingMp4')).toEqual({ uuid: pitch, audience: 'team' })
    deliver('event', { seq: 10, type: 'videoMerging', payload: { merging: false }, at: '' })
    expect(await screen.findByRole('button', { name: 'Make an MP4 after the pitch' })).toBeTruthy()
  })
})
