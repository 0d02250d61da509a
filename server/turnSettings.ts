import { z } from 'zod'

/** A TURN server, which carries video for people whose network lets out nothing else, as LiveKit takes it. */
export interface TurnSettings {
  readonly host: string
  readonly port: number
  readonly protocol: 'udp' | 'tcp' | 'tls'
  /** With it everybody gets credentials of their own that end after hours, as coturn's use-auth-secret has them. */
  readonly secret?: string
  /** The same for everybody, as hosted servers have them. */
  readonly username?: string
  readonly credential?: string
}

const address = /^(turns?):([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/i

/** The variables of TURN. */
export const turnShape = {
  TURN_URL: z
    .string()
    .regex(address, 'must be like turns:turn.example.com:443 or turn:turn.example.com:3478')
    .optional(),
  TURN_SECRET: z.string().optional(),
  TURN_USERNAME: z.string().optional(),
  TURN_CREDENTIAL: z.string().optional(),
}

type Given = z.infer<z.ZodObject<typeof turnShape>>

/** What does not go together; one line each. */
export function turnProblems(given: Partial<Record<string, string>>): string[] {
  const { TURN_URL: url, TURN_SECRET: secret, TURN_USERNAME: name, TURN_CREDENTIAL: credential } = given
  if (!url) return secret || name || credential ? ['TURN_URL is missing: the other TURN settings belong to it'] : []
  if (given['LIVEKIT_URL']) return ['TURN_URL is for the console’s own LiveKit; tell the one at LIVEKIT_URL itself']
  if (secret) return name || credential ? ['TURN_SECRET and TURN_USERNAME are two ways; set one of them'] : []
  return name && credential ? [] : ['TURN_SECRET is missing, or TURN_USERNAME and TURN_CREDENTIAL']
}

export function turnSettings(v: Given): TurnSettings | undefined {
  const [, scheme, host, port, transport] = address.exec(v.TURN_URL ?? '') ?? []
  if (!host) return undefined
  const isTls = scheme?.toLowerCase() === 'turns'
  return {
    host,
    port: port ? Number(port) : isTls ? 5349 : 3478,
    protocol: isTls ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp',
    ...(v.TURN_SECRET ? { secret: v.TURN_SECRET } : {}),
    ...(v.TURN_USERNAME && v.TURN_CREDENTIAL ? { username: v.TURN_USERNAME, credential: v.TURN_CREDENTIAL } : {}),
  }
}
