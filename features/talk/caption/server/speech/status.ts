import { createRequire } from 'node:module'
import { rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { ProviderFailed } from './provider.ts'
import { speechProviderOf } from './providers.ts'

/** Milliseconds for which a failed provider is not used: the first pause, and the longest. */
const REST = { first: 1000, most: 60_000 }

interface Failing {
  readonly why: string
  readonly rest: number
  readonly until: number
}
/** The failures of each console's provider since it last worked. */
const failing = new WeakMap<Settings, Failing>()
type Of = Pick<Frame, 'settings'>

/** Why this machine cannot recognize speech; undefined if it can. */
export function hearingMissing(
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
  isGlibc = platform !== 'linux' || usesGlibc(),
): string | undefined {
  const machine = `${platform}-${arch}${isGlibc ? '' : ' with musl'}`
  try {
    if (!isGlibc) throw new Error('there is none')
    const here = createRequire(import.meta.url)
    const bindings = createRequire(here.resolve('@livekit/rtc-node')).resolve('@livekit/rtc-ffi-bindings')
    const binary = { linux: '-gnu', win32: '-msvc' }[platform as 'linux'] ?? ''
    createRequire(bindings).resolve(`@livekit/rtc-ffi-bindings-${platform}-${arch}${binary}`)
    return undefined
  } catch {
    return `LiveKit's client for servers is not installed for this machine (${machine})`
  }
}

const usesGlibc = (): boolean => {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime !== undefined
}

const elsewhere = 'captions come from the browsers of those who speak'

/** Whether speech is recognized here, for /healthz. */
export function speechStatus({ settings }: Of): PartStatus {
  if (!settings.speech) return `off: SPEECH_PROVIDER is not set, ${elsewhere}`
  const missing = hearingMissing()
  if (missing) return `off: ${missing}, ${elsewhere}`
  const failed = failing.get(settings)
  if (failed) return `off: ${speechProviderOf(settings.speech).name} ${failed.why}, captions are off for the moment`
  return 'ok'
}

/** Whether the provider is to be used now: after each failure the pause grows. */
export const mayAskSpeech = ({ settings }: Of): boolean => (failing.get(settings)?.until ?? 0) <= rightTime()

export const speechWorks = ({ settings }: Of): void => void failing.delete(settings)

/** Counts a failure. Simultaneous failures of several speakers count once. */
export function speechFailed({ settings, log }: Pick<Frame, 'settings' | 'log'>, error: Error): void {
  const why = error instanceof ProviderFailed ? error.message : 'failed'
  const before = failing.get(settings)
  if (before && before.until > rightTime()) return
  const rest = Math.min(REST.most, before ? before.rest * 2 : REST.first)
  failing.set(settings, { why, rest, until: rightTime() + rest })
  log.warn({ why, rest }, 'the provider of speech failed')
}
