/** Why a camera or a microphone cannot be used; each has its next step in the language files. */
export type CaptureProblem = 'denied' | 'blocked' | 'none' | 'busy' | 'unsupported' | 'insecure' | 'background'

/** A refusal within this time, in milliseconds, came from the browser itself and not from the person. */
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
      // on an address without TLS the browser hides its devices, which looks like a missing feature
      return (globalThis as { isSecureContext?: boolean }).isSecureContext === false ? 'insecure' : 'unsupported'
    case 'BackgroundFailed':
      return 'background'
    default:
      return 'busy'
  }
}

/** What prevents this browser from being on stage; undefined when nothing does. */
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

/** The browser's processing of a microphone's sound; our stronger filter needs it without noise suppression. */
export const soundOptions = (noise: 'off' | 'browser' | 'strong') => ({
  echoCancellation: true,
  autoGainControl: true,
  noiseSuppression: noise === 'browser',
})

/** Whether this browser can run our noise filter. */
export const canFilterNoise = (): boolean =>
  typeof AudioWorkletNode !== 'undefined' && typeof WebAssembly !== 'undefined' && isSecureContext

/** Opens a camera or microphone: the given device or, if that is missing, any. */
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

/** The devices of a kind. Browsers reveal them once one of the kind may be used. */
export async function devicesOf(kind: MediaDeviceKind): Promise<readonly MediaDeviceInfo[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? []
  return all.filter(device => device.kind === kind && device.deviceId !== '')
}
