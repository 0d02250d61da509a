import { RateLimiterMemory } from 'rate-limiter-flexible'
import { CallFailed } from '#contract/call.ts'
import type { videoCalls } from '#features/room/video/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { network } from '#server/limits.ts'
import { offersTcp } from '#server/media/configuration.ts'
import { openTestRoom } from './testRoom.ts'

/** Tests allowed for one network address within ten minutes: enough for an office of twenty, twice each. */
export const testsAllowed = 40
const counted = new RateLimiterMemory({ keyPrefix: 'video-test', points: testsAllowed, duration: 600 })

/** Makes a LiveKit room for one connection test. Opens no transaction, since LiveKit may be slow to answer. */
export const getVideoTest: Handler<typeof videoCalls.getVideoTest> = opensTransactions(
  async ({ frame, request, fail }) => {
    const { media } = frame
    if (media.status() !== 'ok') return fail('VideoOff')
    await counted.consume(network(request.ip)).catch(() => {
      throw new CallFailed('TooManyRequests')
    })
    const room = await openTestRoom(media).catch(error => {
      frame.log.warn({ err: error }, 'LiveKit made no room for a test')
      return fail('VideoOff')
    })
    return { ...room, tcp: offersTcp(frame.settings) }
  },
)
