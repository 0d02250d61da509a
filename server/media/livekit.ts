import type { Settings } from '#server/settings.ts'
import type { LiveKitKeys } from './configuration.ts'
import { answers, buildLiveKit, findLiveKit, notInstalled, runOwn } from './ownLiveKit.ts'
import type { LiveKitSettings } from './settings.ts'

/** The LiveKit server that carries video and sound. */
export interface Media extends LiveKitKeys {
  /** ws(s) address for browsers. */
  readonly url: string
  /** http(s) address for our own calls to LiveKit. */
  readonly httpUrl: string
  /** Sets our rooms apart from those of another console with the same LiveKit; undefined where it is ours alone. */
  readonly scope?: string | undefined
  status(): 'ok' | `off: ${string}`
  /** Whether it is on. One that is just being started again is waited for, for two seconds at most. */
  ready(): Promise<boolean>
}

export interface RunningMedia extends Media {
  stop(): Promise<void>
}

export interface MediaOptions {
  /** Hears what LiveKit prints. */
  readonly log: (line: string) => void
  /** Given, LiveKit is built where there is none, and this hears how that goes. */
  readonly build?: ((line: string) => void) | undefined
}

/**
 * Uses the LiveKit that the settings name, else runs one of our own, and starts it again whenever it dies. Nobody waits
 * for one that has to be built first. Without any the console works all the same: the status says why video is off.
 */
export async function startMedia(settings: Settings, { log, build }: MediaOptions): Promise<RunningMedia> {
  if (settings.livekit) return watchExternal(settings.livekit, settings.publicUrl)
  const found = findLiveKit(settings.dataDir) ?? (build && buildLiveKit(settings.dataDir, build))
  if (found) return runOwn(found, settings, log)
  const status = `off: ${notInstalled}` as const
  const none = { url: '', httpUrl: '', apiKey: '', apiSecret: '' }
  return { ...none, status: () => status, ready: async () => false, stop: async () => {} }
}

function watchExternal({ url, apiKey, apiSecret }: LiveKitSettings, scope: string): RunningMedia {
  const httpUrl = url.replace(/^ws/, 'http')
  let status: ReturnType<Media['status']> = 'ok'
  const look = async () => {
    status = (await answers(httpUrl)) ? 'ok' : `off: the LiveKit server at ${new URL(url).host} does not answer`
  }
  void look()
  const timer = setInterval(look, 10_000).unref()
  return {
    ...{ url, httpUrl, apiKey, apiSecret, scope },
    status: () => status,
    ready: async () => status === 'ok',
    stop: async () => clearInterval(timer),
  }
}
