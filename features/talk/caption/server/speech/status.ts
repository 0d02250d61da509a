import { createRequire } from 'node:module'
import { rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { ProviderFailed } from './provider.ts'
import { speechProviderOf } from './providers.ts'

/** Milliseconds for which a provider that failed is left alone, the first time and at most. */
const REST = { first: 1000, most: 60_000 }

interface Failing {
  readonly why: string
  readonly rest: number
  readonly until: number
}
/** How each console's provider fails, unless it has worked since. */
const failing = new WeakMap<Settings, Failing>()
type Of = Pick<Frame, 'settings'>

/** Why what is said on stage cannot be heard on this machine; undefined when it can. */
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

/** Whether what is said on stage is recognised here, for /healthz. */
export function speechStatus({ settings }: Of): PartStatus {
  if (!settings.speech) return `off: SPEECH_PROVIDER is not set, ${elsewhere}`
  const missing = hearingMissing()
  if (missing) return `off: ${missing}, ${elsewhere}`
  const failed = failing.get(settings)
  if (failed) return `off: ${speechProviderOf(settings.speech).name} ${failed.why}, captions are off for the moment`
  return 'ok'
}

/** Whether the provider is to be asked now: one that failed is left alone for longer and longer. */
export const mayAskSpeech = ({ settings }: Of): boolean => (failing.get(settings)?.until ?? 0) <= rightTime()

export const speechWorks = ({ settings }: Of): void => void failing.delete(settings)

/** Notes a failure. Those of one moment, of several who speak, count once. */
export function speechFailed({ settings, log }: Pick<Frame, 'settings' | 'log'>, error: Error): void {
  const why = error instanceof ProviderFailed ? error.message : 'failed'
  const before = failing.get(settings)
  if (before && before.until > rightTime()) return
  const rest = Math.min(REST.most, before ? before.rest * 2 : REST.first)
  failing.set(settings, { why, rest, until: rightTime() + rest })
  log.warn({ why, rest }, 'the provider of speech failed')
}
