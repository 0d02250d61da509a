import type { Settings } from '#server/settings.ts'
import type { LiveKitKeys } from './configuration.ts'
import { answers, buildLiveKit, findLiveKit, notInstalled, runOwn } from './ownLiveKit.ts'
import type { LiveKitSettings } from './settings.ts'

/** The LiveKit server that carries video and sound. */
export interface Media extends LiveKitKeys {
  /** ws(s) address for browsers. */
  readonly url: string
  /** http(s) address for the server's own calls to LiveKit. */
  readonly httpUrl: string
  /** Separates our rooms from those of another console on the same LiveKit; undefined if it is not shared. */
  readonly scope?: string | undefined
  status(): 'ok' | `off: ${string}`
  /** Whether it is on. If it is restarting, waits for at most two seconds. */
  ready(): Promise<boolean>
}

export interface RunningMedia extends Media {
  stop(): Promise<void>
}

export interface MediaOptions {
  /** Receives LiveKit's output. */
  readonly log: (line: string) => void
  /** If given, LiveKit is built when it is missing, and this receives the progress. */
  readonly build?: ((line: string) => void) | undefined
}

/**
 * Uses the LiveKit in the settings, or else runs our own and restarts it whenever it dies. The start does not wait for
 * a build. The console works without LiveKit: the status says why video is off.
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
