import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/fields.ts'
import { ids, pitch, pitchAnswers, said, snapshot, turned } from '#features/room/room/web/testing/fakeRoom.ts'
import { renderAt } from '#web/testing/renderAt.tsx'
import { connected, deliver, slideStands, socket, videoOff } from './testing/roomPage.ts'

const paula = { id: ids.paula, session: 'mine', part: 'owner' as const, name: 'Paula Reyes' }

/** The room of a live pitch, with its first slide in view. */
async function room(part: string, { status = 2, answers = {}, room = {}, language = 'en' as Language } = {}) {
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part, status), ...videoOff, ...answers }, language)
  await connected()
  deliver(
    'snapshot',
    snapshot(
      7,
      { status: status as 2, ...room },
      part === 'attendee' ? {} : { me: { ...paula, part: part as 'owner' } },
    ),
  )
  await slideStands()
  return app
}
const fails = (code: ErrorCode) => () => {
  throw new CallFailed(code)
}
const slide = () => document.querySelector('.stage-frame figcaption')?.textContent

beforeEach(() => {
  // pictures are decoded at once here
})

describe('the live room of an attendee', () => {
  it('[STATE-011] shows the page that a change names, with its words for screen readers', async () => {
    await room('attendee')
    expect(slide()).toBe('Words of slide 1')
    deliver('event', turned(8, 4))
    await waitFor(() => expect(slide()).toBe('Words of slide 4'))
    expect((await screen.findAllByText('Slide 4 of 5')).length).toBeGreaterThan(0)
  })

  it('says quietly that it reconnects, and keeps the slide', async () => {
    await room('attendee')
    deliver('disconnect', 'transport close')
    expect(screen.getByText('Reconnecting')).toBeTruthy()
    expect(slide()).toBe('Words of slide 1')
    deliver('snapshot', snapshot(9, { page: 2 }))
    expect(screen.queryByText('Reconnecting')).toBeNull()
    await waitFor(() => expect(slide()).toBe('Words of slide 2'))
  })

  it('shows what it thinks without a word, more than once', async () => {
    const { user } = await room('attendee')
    await user.click(await screen.findByRole('button', { name: 'React' }))
    await user.click(screen.getByRole('button', { name: 'Applause' }))
    await user.click(screen.getByRole('button', { name: 'Celebrate' }))
    const said = (socket.sent as unknown[][]).filter(([event]) => event === 'signal').map(([, signal]) => signal)
    expect(said).toEqual([
      { type: 'reaction', payload: { emoji: '👏' } },
      { type: 'reaction', payload: { emoji: '🎉' } },
    ])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Applause' })).toBeNull()
  })

  it('[STATE-015] says that it is paused while no presenter is there', async () => {
    await room('attendee')
    expect(screen.queryByText(/^Paused/)).toBeNull()
    deliver('signal', {
      type: 'presence',
      payload: { here: 2, presenters: [], joined: [], left: [ids.paula], more: false },
    })
    expect(screen.getByText('Paused. Paula Reyes will be right back.')).toBeTruthy()
  })

  it('says that video is off, and slides and chat go on', async () => {
    await room('attendee')
    expect(await screen.findByText('Video is off. Slides and chat still work.')).toBeTruthy()
    deliver('event', { seq: 8, type: 'messageSent', payload: { message: said(1, 'still here') }, at: '' })
    expect(await screen.findByText('still here')).toBeTruthy()
  })

  it('[ROOM-001, ROOM-004, ROOM-005, ROOM-006, STATE-085] opens the company beside the slide', async () => {
    const { user } = await room('attendee', {
      answers: {
        getPitchDetail: () => ({
          company_name: 'Quill Co',
          company_verified: true,
          about: 'Pens.',
          highlights: 'Fast.',
          dealterms: 'Two million.',
        }),
      },
    })
    await user.click(screen.getByRole('button', { name: 'Company' }))
    // before its code was there a frame without it stood in its place
    await screen.findByText('About')
    const panel = screen.getByRole('region', { name: 'Company' })
    for (const words of ['Verified enterprise', 'About', 'Pens.', 'Highlights', 'Fast.', 'Deal terms', 'Two million.'])
      expect(await within(panel).findByText(words)).toBeTruthy()
  })

  it('has no control of those on stage', async () => {
    await room('attendee')
    for (const name of [/Mute microphone/, /Share screen/, /End pitch/, /Start pitch/, /Next slide/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy()
  })

  it('is dark, or light by choice, also the next time', async () => {
    const { user } = await room('attendee')
    const whole = () => document.querySelector('.room')?.getAttribute('data-look')
    expect(whole()).toBe('dark')
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.selectOptions(await screen.findByLabelText('Room theme'), 'Light')
    expect(whole()).toBe('light')
    expect(localStorage.getItem('rostrum.room.look')).toBe('light')
  })

  it('[ERR-069] warns where a browser cannot fill the screen', async () => {
    const { user } = await room('attendee')
    await user.click(await screen.findByRole('button', { name: 'More' }))
    const button = screen.getByRole('button', { name: 'This browser doesn’t support full screen.' })
    expect(button.hasAttribute('disabled')).toBe(true)
  })

  it('[STATE-009] keeps nothing of what was written once the pitch is over, not even what came last', async () => {
    await room('attendee')
    deliver('event', { seq: 8, type: 'messageSent', payload: { message: said(1, 'Between us') }, at: '' })
    deliver('event', { seq: 9, type: 'pitchEnded', payload: { endedAt: new Date().toISOString() }, at: '' })
    await screen.findByRole('heading', { name: 'The pitch has ended' })
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(Object.keys(sessionStorage).filter(name => name.startsWith('rostrum.chat'))).toEqual([])
  })

  it('[STATE-018] shows at once that it is over, with the form, when the end arrives', async () => {
    await room('attendee')
    deliver('event', { seq: 8, type: 'pitchEnded', payload: { endedAt: new Date().toISOString() }, at: '' })
    expect(await screen.findByRole('heading', { name: 'The pitch has ended' })).toBeTruthy()
    expect(screen.getByText('Love it and wish to invest')).toBeTruthy()
  })

  it('goes out at once when it is removed', async () => {
    await room('attendee')
    deliver('event', { seq: 8, type: 'attendeeRemoved', payload: { account: ids.ivan }, at: '' })
    expect(await screen.findByRole('heading', { name: 'You were removed from this room' })).toBeTruthy()
  })

  it('leaves on Leave, and comes back with one click', async () => {
    const { user } = await room('attendee')
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await user.click(screen.getByRole('button', { name: 'Rejoin' }))
    expect(slide()).toBe('Words of slide 1')
  })

  it('asks for nothing any more after it left, and again once it is back', async () => {
    const asked = vi.fn(() => ({ items: [], total: 0 }))
    const { user } = await room('attendee', { answers: { getChatGroupList: asked } })
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1), { timeout: 4000 })
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
    try {
      await user.click(screen.getByRole('button', { name: 'Leave' }))
      await vi.advanceTimersByTimeAsync(300_000)
      // nor does any event of the room arrive meanwhile
      deliver('signal', { type: 'chatMessage', payload: {} })
      await vi.advanceTimersByTimeAsync(1000)
      expect(asked).toHaveBeenCalledTimes(1)
      await user.click(await screen.findByRole('button', { name: 'Rejoin' }))
      await waitFor(() => expect(socket.connected).toBe(true))
      deliver('snapshot', snapshot(9))
      await vi.advanceTimersByTimeAsync(3000)
      expect(asked).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('[STATE-016] waits outside while the pitch has not started', async () => {
    const { where } = await renderAt(`/live/${pitch}`, pitchAnswers('attendee', 0))
    await waitFor(() => expect(where.address).toBe(`/join-session-wait?pitch=${pitch}`))
  })
})

describe('the live room of the presenter', () => {
  it('turns by key, by number and by thumbnail, at once and for everybody', async () => {
    const { user, inputOf } = await room('owner')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(slide()).toBe('Words of slide 2'))
    expect(inputOf('sgUpdatePitchPages')).toMatchObject({ pitch_uuid: pitch, page: '2', action: 'right' })
    deliver('event', turned(8, 2, 'mine'))
    await user.keyboard('4{Enter}')
    await waitFor(() => expect(inputOf('sgUpdatePitchPages')).toMatchObject({ page: '4' }))
    deliver('event', turned(9, 4, 'mine'))
    await user.click(await screen.findByRole('button', { name: 'Slide 3' }))
    await waitFor(() => expect(inputOf('sgUpdatePitchPages')).toMatchObject({ page: '3', action: 'left' }))
    await user.keyboard('{End}')
    await waitFor(() => expect(slide()).toBe('Words of slide 5'))
  })

  it('turns no page for the others by key or clicker of a co-host who has left, until they are back', async () => {
    const { user, made } = await room('coHost', {
      answers: {
        prepareEndPitchData: () => ({
          ...{ status: 2, is_paused: false, living_host: ids.ivan, here: 3, real_start_time: null },
          takers: [],
        }),
      },
      room: { host: ids.ivan },
    })
    await user.click(screen.getByRole('button', { name: 'End pitch' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without ending' }))
    await screen.findByText('You left the room')
    await user.keyboard('{ArrowRight}{PageDown}{End}{Alt>}a{/Alt}')
    await new Promise(done => setTimeout(done, 50))
    expect(made.filter(({ call }) => call === 'sgUpdatePitchPages')).toEqual([])
    // nor has a key switched in secret what is sent once they are back
    expect(JSON.parse(localStorage.getItem('rostrum.stage') ?? '{}')).toEqual({})
    await user.click(screen.getByRole('button', { name: 'Rejoin' }))
    deliver('snapshot', snapshot(9, { host: ids.ivan }, { me: { ...paula, part: 'coHost' } }))
    expect(slide()).toBe('Words of slide 1')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(made.filter(({ call }) => call === 'sgUpdatePitchPages')).toHaveLength(1))
  })

  it('lets go of the camera when they leave before the start, and opens it again when they are back', async () => {
    const cameras: { stop: ReturnType<typeof vi.fn> }[] = []
    vi.stubGlobal('RTCPeerConnection', class {})
    vi.stubGlobal('isSecureContext', true)
    const getUserMedia = async () => {
      const camera = { stop: vi.fn() }
      cameras.push(camera)
      return Object.assign(new EventTarget(), { getTracks: () => [camera], getVideoTracks: () => [camera] })
    }
    const before = Object.getOwnPropertyDescriptor(navigator, 'mediaDevices')
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
    // happy-dom takes streams of its own alone
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true, configurable: true })
    try {
      const { user } = await room('owner', { status: 0 })
      await waitFor(() => expect(cameras).toHaveLength(1))
      expect(cameras[0]?.stop).not.toHaveBeenCalled()
      await user.click(screen.getByRole('button', { name: 'Leave' }))
      await screen.findByText('You left the room')
      await waitFor(() => expect(cameras[0]?.stop).toHaveBeenCalled())
      expect(cameras).toHaveLength(1)
      await user.click(screen.getByRole('button', { name: 'Rejoin' }))
      await waitFor(() => expect(cameras).toHaveLength(2))
      expect(cameras[1]?.stop).not.toHaveBeenCalled()
    } finally {
      if (before) Object.defineProperty(navigator, 'mediaDevices', before)
      else Reflect.deleteProperty(navigator, 'mediaDevices')
    }
  })

  it('does not turn while the presenter writes', async () => {
    const { user, inputOf } = await room('owner')
    await user.fill(screen.getByLabelText('Message to everyone'), 'next 2 ')
    expect(inputOf('sgUpdatePitchPages')).toBeUndefined()
  })

  it('shows the next slide, the count and who is here', async () => {
    await room('owner')
    expect(screen.getByText('Next: slide 2')).toBeTruthy()
    expect(await screen.findByText('1 of 5')).toBeTruthy()
    expect(screen.getByText('3 here')).toBeTruthy()
  })

  it('says that a turn failed until the line is back', async () => {
    const { user } = await room('owner', { answers: { sgUpdatePitchPages: fails('NoPermission') } })
    deliver('disconnect', 'transport close')
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('alert')).toBeTruthy()
    deliver('snapshot', snapshot(9, {}, { me: paula }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('says that a start failed until another presenter has started it', async () => {
    const { user } = await room('owner', { status: 0, answers: { startPitch: fails('PitchStateForbids') } })
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start now' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    const payload = { startedAt: new Date().toISOString(), host: ids.ivan }
    deliver('event', { seq: 8, type: 'pitchStarted', payload, at: '' })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('[STATE-010] starts before anything can be turned', async () => {
    const { user, made } = await room('owner', { status: 0, answers: { startPitch: () => ({ status: 2 }) } })
    expect(screen.getByText('About to start. 2 people are waiting.')).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(made.some(({ call }) => call === 'sgUpdatePitchPages')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    // an hour before its time that is asked again
    const dialog = within(await screen.findByRole('dialog', { name: 'Start now?' }))
    expect(dialog.getByText(/It’s scheduled for/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Not yet' }))
    expect(made.filter(({ call }) => call === 'startPitch')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    await user.click(await screen.findByRole('button', { name: 'Start now' }))
    expect(made.filter(({ call }) => call === 'startPitch')).toHaveLength(1)
    deliver('event', {
      seq: 8,
      type: 'pitchStarted',
      payload: { startedAt: new Date().toISOString(), host: ids.paula },
      at: '',
    })
    expect(await screen.findByRole('button', { name: 'End pitch' })).toBeTruthy()
  })

  it('[ERR-040] says why a pitch cannot start yet', async () => {
    const { user } = await room('owner', { status: 0, answers: { startPitch: fails('PitchNotReady') } })
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    await user.click(await screen.findByRole('button', { name: 'Start now' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The pitch is not ready')
  })

  it('[GAP-021] starts at once about the time that was planned', async () => {
    const told = pitchAnswers('owner', 0).getJoinInfo?.({}) as object
    const getJoinInfo = () => ({ ...told, start_date_raw: new Date(Date.now() + 14 * 60_000).toISOString() })
    const answers = { getJoinInfo, startPitch: () => ({ status: 2 }) }
    const { user, made } = await room('owner', { status: 0, answers })
    await user.click(screen.getByRole('button', { name: 'Start pitch' }))
    expect(made.filter(({ call }) => call === 'startPitch')).toHaveLength(1)
  })

  it('says that no attendee waits yet', async () => {
    await room('owner', { status: 0 })
    deliver('signal', {
      type: 'presence',
      payload: { here: 1, presenters: [ids.paula], joined: [], left: [], more: false },
    })
    expect(await screen.findByText('About to start. No one is waiting yet.')).toBeTruthy()
  })

  it('[STATE-015] looks paused in a pause: nothing is live, nothing runs, and nothing is sent', async () => {
    const startedAt = new Date(Date.now() - 600_000).toISOString()
    await room('owner', {
      room: { startedAt, paused: true, pauses: { since: new Date(Date.now() - 300_000).toISOString(), took: 60_000 } },
    })
    expect(screen.getByText('PAUSED')).toBeTruthy()
    expect(screen.queryByText('LIVE')).toBeNull()
    // ten minutes ago, of which five and one were pauses
    expect(screen.getByRole('timer', { name: 'Time since the start' }).textContent).toBe('04:00')
    for (const name of [/^Microphone/, /^Camera/]) {
      const control = screen.getByRole<HTMLButtonElement>('button', { name })
      expect([control.disabled, control.className]).toEqual([true, 'piece-control off'])
      expect(control.getAttribute('aria-label')).toContain('Off while the pitch is paused')
    }
    deliver('event', { seq: 8, type: 'pitchResumed', payload: {}, at: new Date().toISOString() })
    expect(await screen.findByText('LIVE')).toBeTruthy()
    expect(screen.getByRole('timer', { name: 'Time since the start' }).textContent).toMatch(/^0(3:59|4:0)/)
  })

  it('[STATE-034] ends only after saying for how many', async () => {
    const { user, made } = await room('owner', { answers: { endPitch: () => ({ status: 3 }) } })
    await user.click(screen.getByRole('button', { name: 'End pitch' }))
    const dialog = await screen.findByRole('dialog', { name: 'End this pitch?' })
    expect(dialog.textContent).toContain('2 people will see that the pitch has ended.')
    expect(made.some(({ call }) => call === 'endPitch')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'End pitch for everyone' }))
    expect(made.filter(({ call }) => call === 'endPitch')).toHaveLength(1)
  })

  it('[ERR-039] says why it cannot be ended, where that was asked, and goes on', async () => {
    const endPitch = () => {
      throw new CallFailed('Internal')
    }
    const { user } = await room('owner', { answers: { endPitch } })
    await user.click(screen.getByRole('button', { name: 'End pitch' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End this pitch?' }))
    await user.click(dialog.getByRole('button', { name: 'End pitch for everyone' }))
    expect((await dialog.findByRole('alert')).textContent).not.toBe('')
    expect(screen.getByText('LIVE')).toBeTruthy()
  })

  it('points at the slide, and shows from whom reactions come', async () => {
    const { user } = await room('owner')
    await user.click(await screen.findByRole('button', { name: 'Turn on pointer' }))
    expect(screen.getByRole('button', { name: 'Turn off pointer', pressed: true })).toBeTruthy()
    deliver('signal', { type: 'reactionsBy', payload: { names: { '👏': ['Ivan Petrov', 'Yilin Chen'] } } })
    expect(await screen.findByText('👏 Ivan Petrov, Yilin Chen')).toBeTruthy()
  })

  it('stays where it is when a pitch that was over before is opened', async () => {
    await renderAt(`/live/${pitch}`, { ...pitchAnswers('owner', 4), ...videoOff })
    expect(await screen.findByRole('heading', { name: 'The pitch has ended' })).toBeTruthy()
    expect(screen.queryByText(/Results open in/)).toBeNull()
    expect(screen.getByRole('link', { name: 'View results' })).toBeTruthy()
  })

  it('[CONST-042] goes to what came of the pitch ten seconds after its end, unless it stays', async () => {
    const { where } = await room('owner')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    deliver('event', { seq: 8, type: 'pitchEnded', payload: { endedAt: new Date().toISOString() }, at: '' })
    expect(screen.getByText('Results open in 10 seconds.')).toBeTruthy()
    for (let second = 0; second < 9; second++) act(() => void vi.advanceTimersByTime(1000))
    expect(where.address).toBe(`/live/${pitch}`)
    act(() => void vi.advanceTimersByTime(1000))
    vi.useRealTimers()
    await waitFor(() => expect(where.address).toBe(`/pitch-management/${pitch}`))
  })
})
