import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import { ids, pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { connected, deliver, videoOff } from '#features/screens/live/web/testing/roomPage.ts'
import { type Answers, nobody, noting, renderAt } from '#web/testing/renderAt.tsx'
import { useShare } from './useShare.ts'

const { emptyView } = roomModel

type Listener = (...given: unknown[]) => void
const rooms: FakeRoom[] = []
/** As much of livekit-client as a second device needs. */
class FakeRoom {
  readonly listeners = new Map<string, Listener>()
  readonly published: string[] = []
  /** What the next rooms fail to publish. */
  static failing: string | undefined
  left = false
  token = ''
  constructor() {
    rooms.push(this)
  }
  on(event: string, listener: Listener) {
    this.listeners.set(event, listener)
  }
  async connect(_url: string, token: string) {
    this.token = token
  }
  readonly localParticipant = {
    publishTrack: async (_track: unknown, { source }: { source: string }) => {
      if (source === FakeRoom.failing) throw new Error('not published')
      this.published.push(source)
    },
  }
  async disconnect() {
    this.left = true
  }
}
vi.mock('livekit-client', () => ({
  Room: FakeRoom,
  RoomEvent: new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : String(name)) }),
  DisconnectReason: { PARTICIPANT_REMOVED: 4, ROOM_DELETED: 5 },
  Track: { Source: { ScreenShare: 'screen', ScreenShareAudio: 'sound' } },
}))

const cora = '00000000-0000-4000-8000-0000000000a3'
const share = '00000000-0000-4000-8000-0000000000f1'
const byCora = { share, account: cora, name: 'Cora Lind', device: 'here' }

async function room(part: 'owner' | 'coHost' | 'attendee', answers: Answers = {}, state = {}) {
  const { noted, calls } = noting(answers)
  const app = await renderAt(`/live/${pitch}`, { ...pitchAnswers(part), ...videoOff, ...noted })
  await connected()
  const id = { owner: ids.paula, coHost: '00000000-0000-4000-8000-0000000000a9', attendee: ids.ivan }[part]
  deliver('snapshot', snapshot(7, { host: ids.paula, ...state }, { me: { id, session: 'mine', part, name: 'Me' } }))
  await waitFor(() => expect(document.querySelector('.stage-frame img')).toBeTruthy())
  return { ...app, calls }
}

beforeEach(() => {
  rooms.length = 0
  FakeRoom.failing = undefined
  sessionStorage.clear()
})

describe('a shared screen in the room', () => {
  it('is named to who leads the pitch, who ends it with one click', async () => {
    const { user, calls } = await room('owner', { agoraSharescreenStop: () => ({}) }, { share: byCora })
    expect(await screen.findByText('Cora Lind is sharing a screen.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
    expect(calls).toEqual([['agoraSharescreenStop', { pitch_uuid: pitch }]])
    deliver('event', { seq: 8, type: 'screenShareEnded', payload: { share }, at: '' })
    await waitFor(() => expect(screen.queryByText('Cora Lind is sharing a screen.')).toBeNull())
  })

  it('is neither ended nor replaced by another co-host, nor by who attends', async () => {
    await room('coHost', {}, { share: byCora })
    const button = await screen.findByRole('button', { name: /^Share/ })
    expect(button.hasAttribute('disabled')).toBe(true)
    expect(button.getAttribute('aria-label')).toContain('Cora Lind is sharing a screen.')
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull()
    cleanup()
    await room('attendee', {}, { share: byCora })
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull()
  })

  it('[CALL-057, CALL-058, CALL-059] is asked for before it is sent, and given back when the browser ends it', async () => {
    const asked: string[] = []
    const client = new Proxy(
      {},
      {
        get: (_, name: string) => async () => {
          asked.push(name)
          return { resource_id: share, code: null, expires_at: null }
        },
      },
    ) as never
    const state = (shared: object | null): RoomNow =>
      ({
        me: { id: ids.paula },
        feed: { view: { ...emptyView, room: { ...emptyView.room, status: 2, host: ids.paula, share: shared } } },
      }) as never
    const sent = vi.fn(async (admit: (() => Promise<unknown>) | false) => {
      if (admit) await admit()
      return admit !== false
    })
    const video = (sends: boolean) => ({ now: { screen: sends }, shareScreen: sent }) as never
    const mine = { ...byCora, account: ids.paula }
    const given = { pitch, client, part: 'owner' as const, onFailure: vi.fn() }
    const hook = renderHook(props => useShare({ ...given, ...props }), {
      initialProps: { now: state(null), video: video(false) },
    })
    act(() => hook.result.current.start())
    await waitFor(() => expect(asked).toEqual(['agoraSharescreenAcquire', 'agoraSharescreenStart']))
    hook.rerender({ now: state(mine), video: video(true) })
    expect(hook.result.current.isMine).toBe(true)
    // by the browser's own bar
    hook.rerender({ now: state(mine), video: video(false) })
    await waitFor(() => expect(asked.at(-1)).toBe('agoraSharescreenStop'))
  })

  it('shows why it was refused, and not that the browser could not', async () => {
    const refused = new CallFailed('ScreenTaken')
    const client = { agoraSharescreenAcquire: () => Promise.reject(refused) } as never
    const onFailure = vi.fn()
    let thrown: unknown
    const video = {
      now: { screen: false },
      shareScreen: async (admit: () => Promise<unknown>) => {
        thrown = await admit().catch((failure: unknown) => failure)
        return false
      },
    } as never
    const now = { me: { id: ids.paula }, feed: { view: emptyView } } as never
    const { result } = renderHook(() => useShare({ pitch, client, now, part: 'owner', video, onFailure }))
    act(() => result.current.start())
    await waitFor(() => expect(onFailure).toHaveBeenLastCalledWith(refused))
    expect((thrown as Error).name).toBe('NotAllowedError')
  })

  it('gives its place back at once when it was allowed and could not be sent', async () => {
    for (const start of [async () => ({}), () => Promise.reject(new Error('the answer was lost'))]) {
      const stopped = vi.fn(async () => ({}))
      const client = {
        agoraSharescreenAcquire: async () => ({ resource_id: share, code: null, expires_at: null }),
        agoraSharescreenStart: start,
        agoraSharescreenStop: stopped,
      } as never
      // the browser or LiveKit failed after our server had said yes
      const shareScreen = async (admit: () => Promise<unknown>) =>
        admit().then(
          () => false,
          () => false,
        )
      const video = { now: { screen: false }, shareScreen } as never
      const now = { me: { id: ids.paula }, feed: { view: emptyView } } as never
      const hook = renderHook(() => useShare({ pitch, client, now, part: 'owner', video, onFailure: vi.fn() }))
      act(() => hook.result.current.start())
      await waitFor(() => expect(stopped).toHaveBeenCalledWith({ pitch_uuid: pitch, resource_id: share }))
      expect(stopped).toHaveBeenCalledTimes(1)
      hook.unmount()
    }
  })
})

describe('[ROUTE-045] a second device', () => {
  const way = { key: 'k'.repeat(43), presentation_name: 'Quill seed', name: 'Paula Reyes', rehearsal: false }
  const copies: { stop: ReturnType<typeof vi.fn> }[] = []
  const clone = () => {
    copies.push({ stop: vi.fn() })
    return copies.at(-1)
  }
  const track = (kind: string) => ({ kind, stop: vi.fn(), addEventListener: () => {}, clone })
  const picture = track('video')
  const stream = { getTracks: () => [picture, track('audio')], getVideoTracks: () => [picture] }

  beforeEach(() => {
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getDisplayMedia: async () => stream },
      configurable: true,
    })
    // happy-dom takes streams of its own alone
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true, configurable: true })
    location.hash = ''
  })

  it('opens its link without a sign-in, takes it out of the address, and sends the screen and its sound', async () => {
    location.hash = `#${'c'.repeat(43)}`
    const asked: [string, unknown][] = []
    let ended = false
    const { user } = await renderAt(`/share-screen/${pitch}`, {
      ...nobody,
      openSharescreenLink: input => {
        asked.push(['open', input])
        return way
      },
      startSharescreenDevice: input => {
        if (ended) throw new CallFailed('ShareNotFound')
        asked.push(['start', input])
        return { url: 'wss://pitch.example', token: 'theirs', is_recorded: false }
      },
      stopSharescreenDevice: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Choose what to share' }))
    expect(screen.getByText('As Paula Reyes, in Quill seed')).toBeTruthy()
    expect(location.hash).toBe('')
    expect(await screen.findByText('Everyone can see this now.')).toBeTruthy()
    expect(rooms[0]).toMatchObject({ token: 'theirs', published: ['screen', 'sound'] })
    expect(asked).toEqual([
      ['open', { pitch_uuid: pitch, code: 'c'.repeat(43) }],
      ['start', { key: way.key, take_over: '0' }],
    ])
    // ended in the room: the device lets go of its screen and says so
    ended = true
    act(() => rooms[0]?.listeners.get('Disconnected')?.(4))
    expect(await screen.findByText('Sharing has ended')).toBeTruthy()
    expect(picture.stop).toHaveBeenCalled()
  })

  it('waits while the pitch is paused, says so, and shows the same screen again after it', async () => {
    location.hash = `#${'c'.repeat(43)}`
    picture.stop.mockClear()
    let paused = false
    const { user } = await renderAt(`/share-screen/${pitch}`, {
      ...nobody,
      openSharescreenLink: () => way,
      startSharescreenDevice: () => {
        if (paused) throw new CallFailed('PitchStateForbids')
        return { url: 'wss://pitch.example', token: 'theirs', is_recorded: false }
      },
      stopSharescreenDevice: () => ({}),
    })
    // the page has the menu of languages of every other page
    await user.selectOptions(await screen.findByLabelText('Language'), '繁體中文')
    await user.selectOptions(await screen.findByLabelText('語言'), 'English')
    await user.click(await screen.findByRole('button', { name: 'Choose what to share' }))
    await screen.findByText('Everyone can see this now.')
    paused = true
    act(() => rooms[0]?.listeners.get('Disconnected')?.(4))
    expect(await screen.findByText(/^Nothing is shown now\. Your screen comes back/)).toBeTruthy()
    expect(screen.queryByText('Sharing has ended')).toBeNull()
    paused = false
    await waitFor(() => expect(rooms.at(-1)?.published).toEqual(['screen', 'sound']), { timeout: 6000 })
    await screen.findByText('Everyone can see this now.')
    expect(rooms.length).toBeGreaterThan(1)
    expect(picture.stop).not.toHaveBeenCalled()
  })

  it('reconnects with a new token after its connection was lost, and gives up when the share is over', async () => {
    location.hash = `#${'c'.repeat(43)}`
    let starts = 0
    const { user } = await renderAt(`/share-screen/${pitch}`, {
      ...nobody,
      openSharescreenLink: () => way,
      startSharescreenDevice: () => {
        if (++starts > 2) throw new CallFailed('ShareNotFound')
        return { url: 'wss://pitch.example', token: `theirs ${starts}` }
      },
      stopSharescreenDevice: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Choose what to share' }))
    await screen.findByText('Everyone can see this now.')
    act(() => rooms[0]?.listeners.get('Disconnected')?.(3))
    await waitFor(() => expect(rooms[1]?.token).toBe('theirs 2'))
    await screen.findByText('Everyone can see this now.')
    act(() => rooms[1]?.listeners.get('Disconnected')?.(3))
    expect(await screen.findByText('Sharing has ended')).toBeTruthy()
  })

  it('captures nothing after it was stopped, though its attempts to send have failed', async () => {
    location.hash = `#${'c'.repeat(43)}`
    copies.length = 0
    // its picture goes out, its sound fails
    FakeRoom.failing = 'sound'
    const { user } = await renderAt(`/share-screen/${pitch}`, {
      ...nobody,
      openSharescreenLink: () => way,
      startSharescreenDevice: () => ({ url: 'wss://pitch.example', token: 'theirs', is_recorded: false }),
      stopSharescreenDevice: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Choose what to share' }))
    await waitFor(() => expect(rooms.length).toBeGreaterThan(1))
    await waitFor(() => expect(rooms[1]?.left).toBe(true))
    expect(rooms[0]?.left).toBe(true)
    // each attempt has let go of what it had copied
    expect(copies.length).toBeGreaterThan(3)
    for (const copy of copies) expect(copy.stop).toHaveBeenCalled()
    FakeRoom.failing = undefined
    await screen.findByText('Everyone can see this now.')
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByText('Sharing has ended')).toBeTruthy()
    for (const copy of copies) expect(copy.stop).toHaveBeenCalled()
    expect(rooms.every(({ left }) => left)).toBe(true)
  })

  it('says that a link was used, and without one asks who it is', async () => {
    location.hash = `#${'c'.repeat(43)}`
    await renderAt(`/share-screen/${pitch}`, {
      ...nobody,
      openSharescreenLink: () => {
        throw new CallFailed('ShareLinkWrong')
      },
    })
    expect(await screen.findByText(/This link was already used or has expired\./)).toBeTruthy()
    cleanup()
    await renderAt(`/share-screen/${pitch}`, {
      ...nobody,
      agoraSharescreenAcquire: () => {
        throw new CallFailed('NotSignedIn')
      },
    })
    const way = await screen.findByRole('link', { name: 'Sign in' })
    expect(way.getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(`/share-screen/${pitch}`)}`)
  })

  it('needs no link for a person who is signed in there, and offers to take over another person’s share', async () => {
    let takes = ''
    const { user } = await renderAt(`/share-screen/${pitch}`, {
      agoraSharescreenAcquire: () => ({
        resource_id: share,
        code: 'c'.repeat(43),
        expires_at: new Date().toISOString(),
      }),
      openSharescreenLink: () => way,
      startSharescreenDevice: ({ take_over }) => {
        takes += take_over
        if (take_over !== '1') throw new CallFailed('ScreenTaken')
        return { url: 'wss://pitch.example', token: 'theirs', is_recorded: false }
      },
      stopSharescreenDevice: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Choose what to share' }))
    await user.click(await screen.findByRole('button', { name: 'Replace current share' }))
    await screen.findByText('Everyone can see this now.')
    expect(takes).toBe('01')
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByText('Sharing has ended')).toBeTruthy()
  })
})
