import { isIP } from 'node:net'
import { z } from 'zod'
import { address, longSecret, whole } from '#server/settingFields.ts'
import { type Given, settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly livekit: LiveKitSettings | undefined
    /** UDP port of our own LiveKit. */
    readonly videoUdpPort: number
    /** The address to which browsers send video; chosen from the machine's own when undefined. */
    readonly videoNodeIp: string | undefined
    /** Relays video for users whose network blocks everything else. */
    readonly turn: TurnSettings | undefined
  }
}

/** An external LiveKit server; `url` is its ws(s) address as browsers reach it. */
export interface LiveKitSettings {
  readonly url: string
  readonly apiKey: string
  readonly apiSecret: string
}

/** A TURN server, which relays video for users whose network blocks everything else, in LiveKit's format. */
export interface TurnSettings {
  readonly host: string
  readonly port: number
  readonly protocol: 'udp' | 'tcp' | 'tls'
  /** Each user gets their own credentials, which expire after hours, as with coturn's use-auth-secret. */
  readonly secret?: string
  /** Shared by all users, as with hosted servers. */
  readonly username?: string
  readonly credential?: string
}

const turnAddress = /^(turns?):([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/i

/** The variables for video. */
export const mediaSettings = settingsPart({
  shape: {
    LIVEKIT_URL: address('ws', 'wss').optional(),
    LIVEKIT_API_KEY: z.string().optional(),
    LIVEKIT_API_SECRET: longSecret(32).optional(),
    VIDEO_UDP_PORT: whole(1, 65_535).default(7882),
    VIDEO_NODE_IP: z
      .string()
      .refine(value => isIP(value) !== 0, 'must be an IP address')
      .optional(),
    TURN_URL: z
      .string()
      .regex(turnAddress, 'must be like turns:turn.example.com:443 or turn:turn.example.com:3478')
      .optional(),
    TURN_SECRET: z.string().optional(),
    TURN_USERNAME: z.string().optional(),
    TURN_CREDENTIAL: z.string().optional(),
  },
  together: [['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']],
  problems: turnProblems,
  secrets: v => [v.LIVEKIT_API_SECRET],
  read: v => ({
    livekit:
      v.LIVEKIT_URL && v.LIVEKIT_API_KEY && v.LIVEKIT_API_SECRET
        ? { url: v.LIVEKIT_URL, apiKey: v.LIVEKIT_API_KEY, apiSecret: v.LIVEKIT_API_SECRET }
        : undefined,
    videoUdpPort: v.VIDEO_UDP_PORT,
    videoNodeIp: v.VIDEO_NODE_IP,
    turn: v.TURN_URL === undefined ? undefined : turnSettings(v.TURN_URL, v),
  }),
})

/** Contradictions between variables; one line each. */
function turnProblems(given: Given): string[] {
  const { TURN_URL: url, TURN_SECRET: secret, TURN_USERNAME: name, TURN_CREDENTIAL: credential } = given
  if (!url) return secret || name || credential ? ['TURN_URL is missing: the other TURN settings belong to it'] : []
  if (given['LIVEKIT_URL']) return ['TURN_URL is for the console’s own LiveKit; tell the one at LIVEKIT_URL itself']
  if (secret) return name || credential ? ['TURN_SECRET and TURN_USERNAME are two ways; set one of them'] : []
  return name && credential ? [] : ['TURN_SECRET is missing, or TURN_USERNAME and TURN_CREDENTIAL']
}

interface Credentials {
  readonly TURN_SECRET?: string | undefined
  readonly TURN_USERNAME?: string | undefined
  readonly TURN_CREDENTIAL?: string | undefined
}

function turnSettings(
  url: string,
  { TURN_SECRET, TURN_USERNAME, TURN_CREDENTIAL }: Credentials,
): TurnSettings | undefined {
  const [, scheme, host, port, transport] = turnAddress.exec(url) ?? []
  if (!host) return undefined
  const isTls = scheme?.toLowerCase() === 'turns'
  return {
    host,
    port: port ? Number(port) : isTls ? 5349 : 3478,
    protocol: isTls ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp',
    ...(TURN_SECRET ? { secret: TURN_SECRET } : {}),
    ...(TURN_USERNAME && TURN_CREDENTIAL ? { username: TURN_USERNAME, credential: TURN_CREDENTIAL } : {}),
  }
}
