import { deviceZone } from '#contract/times.ts'

/** What a pitch needs of a browser, in the order of the checks. */
export const checkNames = [
  'server',
  'socket',
  'video',
  'devices',
  'storage',
  'cookies',
  'clock',
  'screen',
  'zone',
] as const
export type CheckName = (typeof checkNames)[number]

export interface Finding {
  readonly state: 'good' | 'warn' | 'bad'
  /** A figure or a name, the same in every language. */
  readonly detail?: string
}
export type Findings = Partial<Record<CheckName, Finding>>

/** How long the server may take to answer, in milliseconds. */
const PATIENCE = 8000
/** Seconds that this clock may be off before times on the screen mislead. */
const CLOCK_OFF = 30

/** Runs all checks and reports each finding as it comes. It requests no permission and stores nothing. */
export function checkBrowser(tell: (name: CheckName, finding: Finding) => void): void {
  const looks: Record<CheckName, () => Finding | Promise<Finding>> = {
    server: checkServer,
    socket: checkSocket,
    video: checkVideo,
    devices: checkDevices,
    storage: checkStorage,
    cookies: () => ({ state: navigator.cookieEnabled ? 'good' : 'bad' }),
    clock: checkClock,
    screen: checkScreen,
    zone: () => ({ state: 'good', detail: deviceZone() ?? '' }),
  }
  for (const name of checkNames) {
    const look = Promise.resolve().then(looks[name])
    Promise.race([look, late()])
      .catch((): Finding => ({ state: 'bad' }))
      .then(finding => tell(name, finding))
  }
}

/** Some browsers never settle a promise that they cannot fulfil. */
const late = () => new Promise<Finding>(found => setTimeout(() => found({ state: 'warn' }), PATIENCE + 1000))

const ask = () => fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })

async function checkServer(): Promise<Finding> {
  const start = performance.now()
  await ask()
  const took = Math.round(performance.now() - start)
  return { state: took < 1000 ? 'good' : 'warn', detail: `${took} ms` }
}

/** The room's own socket: some networks allow pages and block sockets. */
export function checkSocket(): Promise<Finding> {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket.io/?EIO=4&transport=websocket`
  return new Promise(found => {
    const start = performance.now()
    const socket = new WebSocket(address)
    const end = (finding: Finding) => {
      clearTimeout(timer)
      socket.close()
      found(finding)
    }
    const timer = setTimeout(() => end({ state: 'bad' }), PATIENCE)
    socket.onmessage = () => end({ state: 'good', detail: `${Math.round(performance.now() - start)} ms` })
    socket.onerror = () => end({ state: 'bad' })
  })
}

/** Browsers offer cameras only to pages with TLS, and on localhost. */
function checkVideo(): Finding {
  if (!('RTCPeerConnection' in window)) return { state: 'bad' }
  return { state: isSecureContext && navigator.mediaDevices ? 'good' : 'bad' }
}

/** The number of devices is available without a permission, their names are not. */
async function checkDevices(): Promise<Finding> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const count = (kind: MediaDeviceKind) => devices.filter(device => device.kind === kind).length
  const [cameras, microphones] = [count('videoinput'), count('audioinput')]
  return { state: cameras && microphones ? 'good' : 'warn', detail: `${cameras} + ${microphones}` }
}

function checkStorage(): Finding {
  const key = 'rostrum.check'
  localStorage.setItem(key, '1')
  localStorage.removeItem(key)
  return { state: 'good' }
}

async function checkClock(): Promise<Finding> {
  const start = Date.now()
  const heard = Date.parse((await ask()).headers.get('date') ?? '')
  const middle = start + (Date.now() - start) / 2
  const off = Math.round((middle - heard) / 1000)
  if (Number.isNaN(off)) return { state: 'warn' }
  return { state: Math.abs(off) <= CLOCK_OFF ? 'good' : 'warn', detail: `${off > 0 ? '+' : ''}${off} s` }
}

const checkScreen = (): Finding => ({
  state: innerWidth >= 800 ? 'good' : 'warn',
  detail: `${innerWidth} × ${innerHeight}`,
})
