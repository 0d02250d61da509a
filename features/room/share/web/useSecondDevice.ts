import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { codeOf } from '#web/ui/wording.ts'
import type { shareCalls } from '../contract.ts'
import { SecondScreen, type SecondScreenState } from './secondScreen.ts'

type OpenedLink = Answer<(typeof shareCalls)['openSharescreenLink']>

/** `who`: the device has neither a link nor a signed-in person. */
export type DeviceState = 'opening' | 'who' | 'refused' | 'ready' | SecondScreenState

export interface SecondDevice {
  readonly state: DeviceState
  readonly link: OpenedLink | undefined
  readonly failure: unknown
  readonly stream: MediaStream | undefined
  readonly canShare: boolean
  readonly share: (takeOver?: boolean) => Promise<void>
  readonly stop: () => void
  /** Begins a new share for the person who is signed in. */
  readonly again: () => void
}

const storageKey = (pitch: string) => `rostrum.share.${pitch}`

/** [ROUTE-045] A second device: opens its link, shares its screen and stops. */
export function useSecondDevice(pitch: string): SecondDevice {
  const client = roomClient(pitch)
  const [state, setState] = useState<DeviceState>('opening')
  const [link, setLink] = useState<OpenedLink>()
  const [failure, setFailure] = useState<unknown>()
  const [stream, setStream] = useState<MediaStream>()
  const screen = useRef<SecondScreen>(undefined)

  async function open(code: string | undefined) {
    setFailure(undefined)
    try {
      const found = code ?? (await client.agoraSharescreenAcquire({ pitch_uuid: pitch, device: 'second' })).code ?? ''
      const opened = await client.openSharescreenLink({ pitch_uuid: pitch, code: found })
      storeLink(pitch, opened)
      setLink(opened)
      setState('ready')
    } catch (failed) {
      const isUnknown =
        code === undefined && ['NotSignedIn', 'TokenExpired', 'NotAllowed'].includes(codeOf(failed) ?? '')
      setFailure(isUnknown ? undefined : failed)
      setState(isUnknown ? 'who' : 'refused')
    }
  }
  useOnce(() => {
    const code = takeCode()
    const known = code ? undefined : storedLink(pitch)
    if (known) {
      setLink(known)
      setState('ready')
    } else void open(code)
  })
  useStopOnLeave(screen)

  async function share(takeOver = false) {
    if (!link) return
    setFailure(undefined)
    // closing the browser's dialog is no failure
    const chosen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true }).catch(() => undefined)
    if (!chosen) return
    setStream(chosen)
    const made = new SecondScreen(chosen, {
      pass: () => client.startSharescreenDevice({ key: link.key, take_over: takeOver }),
      load: () => import('livekit-client'),
      tell: (next, failed) => {
        setFailure(failed)
        const taken = codeOf(failed) === 'ScreenTaken'
        setState(taken ? 'ready' : next)
        if (next !== 'over') return
        setStream(undefined)
        if (taken) return
        storeLink(pitch, undefined)
        client.stopSharescreenDevice({ key: link.key }).catch(() => {})
      },
    })
    screen.current = made
    await made.open()
  }
  return {
    ...{ state, link, failure, stream, share },
    canShare: typeof navigator.mediaDevices?.getDisplayMedia === 'function',
    stop: () => screen.current?.stop(),
    again: () => {
      setState('opening')
      void open(undefined)
    },
  }
}

/** Acts once for each visit, since a link opens one device once. */
function useOnce(act: () => void): void {
  const acted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the first act knew counts
  useEffect(() => {
    if (acted.current) return
    acted.current = true
    act()
  }, [])
}

/** The code of the link, removed from the address bar so that it cannot be read there. */
function takeCode(): string | undefined {
  const code = location.hash.slice(1)
  if (code) history.replaceState(history.state, '', location.pathname)
  return code || undefined
}

/** Stops sharing when the page is left or hidden permanently. */
function useStopOnLeave(screen: RefObject<SecondScreen | undefined>): void {
  useEffect(() => {
    const leave = () => screen.current?.stop()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [screen])
}

/** Stores the key for as long as the tab is open, so that a reload needs no new link. */
function storeLink(pitch: string, link: OpenedLink | undefined): void {
  try {
    if (link) sessionStorage.setItem(storageKey(pitch), JSON.stringify(link))
    else sessionStorage.removeItem(storageKey(pitch))
  } catch {
    // without storage the key lasts as long as the page
  }
}

function storedLink(pitch: string): OpenedLink | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(pitch)) ?? 'null') as OpenedLink | null) ?? undefined
  } catch {
    return undefined
  }
}
