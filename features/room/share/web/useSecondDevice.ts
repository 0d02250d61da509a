import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { codeOf } from '#web/ui/wording.ts'
import type { shareCalls } from '../contract.ts'
import { SecondScreen, type SecondScreenState } from './secondScreen.ts'

type Way = Answer<(typeof shareCalls)['openSharescreenLink']>

/** `who`: neither a link nor a sign-in says whose device it is. */
export type DeviceState = 'opening' | 'who' | 'refused' | 'ready' | SecondScreenState

export interface SecondDevice {
  readonly state: DeviceState
  readonly way: Way | undefined
  readonly failure: unknown
  readonly stream: MediaStream | undefined
  readonly canShare: boolean
  readonly share: (takeOver?: boolean) => Promise<void>
  readonly stop: () => void
  /** For who is signed in here: a new share. */
  readonly again: () => void
}

const keptUnder = (pitch: string) => `rostrum.share.${pitch}`

/** [ROUTE-045] What a second device does: opens its link, shares its screen, ends it. */
export function useSecondDevice(pitch: string): SecondDevice {
  const client = roomClient(pitch)
  const [state, setState] = useState<DeviceState>('opening')
  const [way, setWay] = useState<Way>()
  const [failure, setFailure] = useState<unknown>()
  const [stream, setStream] = useState<MediaStream>()
  const screen = useRef<SecondScreen>(undefined)
  const opened = useRef(false)

  async function open(code: string | undefined) {
    setFailure(undefined)
    try {
      const found = code ?? (await client.agoraSharescreenAcquire({ pitch_uuid: pitch, device: 'second' })).code ?? ''
      const opened = await client.openSharescreenLink({ pitch_uuid: pitch, code: found })
      keep(pitch, opened)
      setWay(opened)
      setState('ready')
    } catch (failed) {
      const isNobody =
        code === undefined && ['NotSignedIn', 'TokenExpired', 'NotAllowed'].includes(codeOf(failed) ?? '')
      setFailure(isNobody ? undefined : failed)
      setState(isNobody ? 'who' : 'refused')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit, since a link works once
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    const code = location.hash.slice(1)
    // it has done its work, and is nobody else's to read
    if (code) history.replaceState(history.state, '', location.pathname)
    const known = code ? undefined : kept(pitch)
    if (known) {
      setWay(known)
      setState('ready')
    } else void open(code || undefined)
  }, [pitch])
  useEffect(() => {
    const leave = () => screen.current?.stop()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  async function share(takeOver = false) {
    if (!way) return
    setFailure(undefined)
    // a click that closes the browser's own question is no failure
    const chosen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true }).catch(() => undefined)
    if (!chosen) return
    setStream(chosen)
    const made = new SecondScreen(chosen, {
      pass: () => client.startSharescreenDevice({ key: way.key, take_over: takeOver }),
      load: () => import('livekit-client'),
      tell: (told, failed) => {
        setFailure(failed)
        const taken = codeOf(failed) === 'ScreenTaken'
        setState(taken ? 'ready' : told)
        if (told !== 'over') return
        setStream(undefined)
        if (taken) return
        keep(pitch, undefined)
        client.stopSharescreenDevice({ key: way.key }).catch(() => {})
      },
    })
    screen.current = made
    await made.open()
  }
  return {
    ...{ state, way, failure, stream, share },
    canShare: typeof navigator.mediaDevices?.getDisplayMedia === 'function',
    stop: () => screen.current?.stop(),
    again: () => {
      setState('opening')
      void open(undefined)
    },
  }
}

/** The key lasts as long as the tab, so that a reload does not need another link. */
function keep(pitch: string, way: Way | undefined): void {
  try {
    if (way) sessionStorage.setItem(keptUnder(pitch), JSON.stringify(way))
    else sessionStorage.removeItem(keptUnder(pitch))
  } catch {
    // without storage it lasts as long as the page
  }
}

function kept(pitch: string): Way | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keptUnder(pitch)) ?? 'null') as Way | null) ?? undefined
  } catch {
    return undefined
  }
}
