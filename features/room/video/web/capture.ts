/** Why a camera or a microphone cannot be used; each has its next step in the language files. */
export type CaptureProblem = 'denied' | 'blocked' | 'none' | 'busy' | 'unsupported' | 'insecure' | 'background'

/** Nobody says no to the browser's question within so many milliseconds: it said no by itself. */
const FASTER_THAN_PEOPLE = 100

/** Reads a failure of the browser or of livekit-client; `after` is how many milliseconds it took. */
export function problemOf(failure: unknown, after = Number.POSITIVE_INFINITY): CaptureProblem {
  switch ((failure as { name?: string } | undefined)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return after < FASTER_THAN_PEOPLE ? 'blocked' : 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
    case 'DevicesNotFoundError':
      return 'none'
    case 'NotSupportedError':
    case 'DeviceUnsupportedError':
    case 'TypeError':
      // a browser hides its devices from an address without TLS, which fails like a thing it does not know
      return (globalThis as { isSecureContext?: boolean }).isSecureContext === false ? 'insecure' : 'unsupported'
    case 'BackgroundFailed':
      return 'background'
    default:
      return 'busy'
  }
}

/** What this browser lacks for being on stage; empty when it lacks nothing. */
export function missingHere(scope: {
  isSecureContext: boolean
  RTCPeerConnection?: unknown
  navigator: { mediaDevices?: { getUserMedia?: unknown } }
}): CaptureProblem | undefined {
  if (!scope.isSecureContext) return 'insecure'
  if (!scope.RTCPeerConnection || !scope.navigator.mediaDevices?.getUserMedia) return 'unsupported'
  return undefined
}

export type Source = 'camera' | 'microphone'

/** How the browser is to clean the sound of a microphone; a stronger way of ours wants it as it comes. */
export const soundOptions = (noise: 'off' | 'browser' | 'strong') => ({
  echoCancellation: true,
  autoGainControl: true,
  noiseSuppression: noise === 'browser',
})

/** Whether this browser can run our own filter against noise. */
export const canFilterNoise = (): boolean =>
  typeof AudioWorkletNode !== 'undefined' && typeof WebAssembly !== 'undefined' && isSecureContext

/** One source, from the device asked for or, when that is gone, from any. */
export async function capture(source: Source, deviceId: string | undefined): Promise<MediaStream> {
  const missing = missingHere(globalThis as never)
  if (missing) throw Object.assign(new Error(missing), { name: 'NotSupportedError' })
  const kind = source === 'camera' ? 'video' : 'audio'
  const size = source === 'camera' ? { width: { ideal: 1280 }, height: { ideal: 720 } } : {}
  const from = (wanted: object) => navigator.mediaDevices.getUserMedia({ [kind]: { ...size, ...wanted } })
  if (!deviceId) return from({})
  return from({ deviceId: { exact: deviceId } }).catch((failure: unknown) =>
    problemOf(failure) === 'none' ? from({}) : Promise.reject(failure),
  )
}

/** The devices of a kind that have a name, which they have once one of the kind may be used. */
export async function devicesOf(kind: MediaDeviceKind): Promise<readonly MediaDeviceInfo[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? []
  return all.filter(device => device.kind === kind && device.deviceId !== '')
}
