import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { freeUdpPort } from '#server/process/ports.ts'
import { isLoopback, type Settings } from '#server/settings.ts'

/** The path of LiveKit's signalling at the console's own address; server/media/signalling.ts forwards it. */
export const signallingPath = '/livekit'
/** The path to which our own LiveKit reports events of its rooms. */
export const webhookPath = '/webhook/livekit'

export interface LiveKitKeys {
  readonly apiKey: string
  readonly apiSecret: string
}

/** LiveKit gets its whole configuration from the environment, so that no secret appears in `ps`. */
export async function configuration(settings: Settings, keys: LiveKitKeys, port: number) {
  const here = isForThisMachine(settings)
  const nodeIp = settings.videoNodeIp ?? (here ? '127.0.0.1' : ownAddress(settings.host))
  const udpPort = here ? await freeUdpPort(settings.videoUdpPort) : settings.videoUdpPort
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::'
  const host = everywhere || isLoopback(settings.host) ? '127.0.0.1' : settings.host
  return {
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      udp_port: udpPort,
      // For networks that block UDP; the loopback does not.
      tcp_port: here ? 0 : udpPort,
      node_ip: nodeIp,
      use_external_ip: false,
      ...(settings.turn ? { turn_servers: [settings.turn] } : {}),
      ...(here ? { enable_loopback_candidate: true } : {}),
      // With a second network card LiveKit would answer from the wrong one, and browsers would not receive it.
      ...(isOwn(nodeIp) ? { ips: { includes: [`${nodeIp}/${isIPv6(nodeIp) ? 128 : 32}`] } } : {}),
    },
    ...(settings.redisUrl ? { redis: nodesMeetAt(new URL(settings.redisUrl)) } : {}),
    keys: { [keys.apiKey]: keys.apiSecret },
    logging: { level: 'warn', json: true },
    // Only the console creates rooms, so an old token opens none.
    room: { auto_create: false, empty_timeout: 300, departure_timeout: 60 },
    webhook: { api_key: keys.apiKey, urls: [`http://${host}:${settings.port}${webhookPath}`] },
  }
}

/** Whether only this machine's browsers connect; behind a proxy others do, although we listen on the loopback. */
const isForThisMachine = ({ host, publicUrl, videoNodeIp }: Settings) =>
  videoNodeIp ? isLoopback(videoNodeIp) : isLoopback(host) && isLoopback(new URL(publicUrl).hostname)

/**
 * Whether browsers can connect by TCP: yes, unless our own LiveKit serves this machine alone; an external one is
 * assumed to.
 */
export const offersTcp = (settings: Settings): boolean => settings.livekit !== undefined || !isForThisMachine(settings)

/** Whether an address belongs to one of this machine's network cards, not to a router in front of it. */
const isOwn = (address: string) =>
  Object.values(networkInterfaces()).some(card => card?.some(own => own.address === address))

/** The address of this machine that other machines are most likely to reach. */
function ownAddress(host: string) {
  if (host !== '0.0.0.0' && host !== '::') return host
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return all.find(address => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1'
}

/** The Redis at which LiveKit's nodes find each other: a browser connected to one node reaches a room on another. */
const nodesMeetAt = ({ protocol, hostname, port, username, password, pathname }: URL) => ({
  address: `${hostname}:${port || 6379}`,
  ...(username ? { username: decodeURIComponent(username) } : {}),
  ...(password ? { password: decodeURIComponent(password) } : {}),
  db: Number(pathname.slice(1)) || 0,
  use_tls: protocol === 'rediss:',
})

/** Nodes of a cluster have to accept each other's tokens, even if their consoles share no folder. */
export function sharedKeys({ redisUrl, secretKey }: Settings): LiveKitKeys | undefined {
  if (!redisUrl || !secretKey) return undefined
  const derive = (what: string) => createHmac('sha256', secretKey).update(`livekit ${what}`).digest('base64url')
  return { apiKey: `rostrum${derive('key').slice(0, 12)}`, apiSecret: derive('secret') }
}

/** Created once, so that tokens stay valid across a restart. */
export function keptKeys(file: string): LiveKitKeys {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LiveKitKeys
  const keys = { apiKey: `rostrum${randomBytes(6).toString('hex')}`, apiSecret: randomBytes(32).toString('base64url') }
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
