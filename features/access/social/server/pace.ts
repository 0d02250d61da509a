import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { CallFailed } from '#contract/call.ts'
import { network } from '#server/limits.ts'

/** Sign-ins over providers that one address may begin within fifteen minutes: a whole office, and not a flood of rows. */
export const BEGUN_MOST = 300
const begun = new RateLimiterMemory({ keyPrefix: 'rostrum:social', points: BEGUN_MOST, duration: 900 })

/** Counts a sign-in that was begun. Fails with TooManyRequests. */
export async function countBegun(ip: string): Promise<void> {
  try {
    await begun.consume(network(ip))
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw new CallFailed('TooManyRequests')
    throw refused
  }
}
