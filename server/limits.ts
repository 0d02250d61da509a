import { isIPv6 } from 'node:net'
import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { hashToken } from './tokens.ts'

/** Failed attempts within fifteen minutes, [ERR-012]. An attacker cannot lock a person out who uses another address. */
export const failuresAllowed = { ofNameAndAddress: 10, ofAddress: 100 } as const
const WINDOW_SECONDS = 900
/** Emails that visitors may request within fifteen minutes: to one mailbox, and from one network address. */
export const mailsAllowed = { toMailbox: 5, fromAddress: 30 } as const

interface Limits {
  readonly pair: RateLimiterAbstract
  readonly address: RateLimiterAbstract
  readonly mailbox: RateLimiterAbstract
  readonly asker: RateLimiterAbstract
}

const made = new WeakMap<Frame, Limits>()
const connections = new WeakMap<Frame, Redis>()

function limitsOf(frame: Frame): Limits {
  const known = made.get(frame)
  if (known) return known
  const redis = frame.settings.redisUrl ? connect(frame, frame.settings.redisUrl) : undefined
  const limits = {
    pair: limiter('pair', failuresAllowed.ofNameAndAddress, redis),
    address: limiter('address', failuresAllowed.ofAddress, redis),
    mailbox: limiter('mailbox', mailsAllowed.toMailbox, redis),
    asker: limiter('asker', mailsAllowed.fromAddress, redis),
  }
  made.set(frame, limits)
  return limits
}

function connect(frame: Frame, url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', error => frame.log.warn({ err: error }, 'redis of the sign-in limits'))
  connections.set(frame, redis)
  return redis
}

/** Closes the connection to Redis. */
export const closeLimits = (frame: Frame): void => connections.get(frame)?.disconnect()

/** Several consoles count together in Redis; while it is unavailable, each counts alone. */
function limiter(name: string, points: number, redis: Redis | undefined): RateLimiterAbstract {
  const setting = { keyPrefix: `rostrum:signin:${name}`, points, duration: WINDOW_SECONDS }
  const alone = new RateLimiterMemory(setting)
  return redis
    ? new RateLimiterRedis({ ...setting, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: alone })
    : alone
}

/** One guess at a secret. */
export interface Attempt {
  /** Refunds the attempt after a right guess. */
  succeeded(): Promise<void>
}

/**
 * Counts an attempt before its secret is compared, so that a thousand parallel attempts count like a thousand
 * sequential ones. Fails with TooManyRequests; `firstRefused` runs for the first refusal of a block, so that it can be
 * recorded once.
 */
export async function countAttempt(
  frame: Frame,
  { ip, name }: { ip: string; name: string },
  firstRefused: () => Promise<void> = async () => {},
): Promise<Attempt> {
  const limits = limitsOf(frame)
  const address = network(ip)
  const pair = hashToken(`${address} ${name.toLowerCase()}`)
  await consume(limits.pair, pair, firstRefused)
  await consume(limits.address, address, firstRefused)
  return {
    succeeded: async () => {
      await limits.pair.delete(pair)
      await limits.address.reward(address, 1)
    },
  }
}

/**
 * Counts a wrong code of a link. 256 bits cannot be guessed, so a right code is never refused: many people may open
 * their invitations behind one address, even while another person there guesses codes. Fails with TooManyRequests.
 */
export const countWrongLink = (frame: Frame, ip: string): Promise<void> =>
  consume(limitsOf(frame).address, network(ip), async () => {})

/**
 * Counts an email (or text message) requested without a sign-in, whether or not an account has that address, so that
 * no mailbox is flooded and the limit does not reveal accounts. Fails with TooManyRequests.
 */
export async function countMailAsked(frame: Frame, { ip, to }: { ip: string; to: string }): Promise<void> {
  const limits = limitsOf(frame)
  await consume(limits.asker, network(ip), async () => {})
  await consume(limits.mailbox, hashToken(to.trim().toLowerCase()), async () => {})
}

async function consume(counter: RateLimiterAbstract, key: string, firstRefused: () => Promise<void>): Promise<void> {
  try {
    await counter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    if (refused.consumedPoints === counter.points + 1) await firstRefused()
    throw new CallFailed('TooManyRequests')
  }
}

/** The owner of one IPv6 address has 2^64 of them: they count as one. */
export function network(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head ? head.split(':') : []
  if (tail !== undefined) {
    const last = tail ? tail.split(':') : []
    while (groups.length + last.length < 8) groups.push('0')
    groups.push(...last)
  }
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
