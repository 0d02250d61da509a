import { randomUUID } from 'node:crypto'
import { calls } from '#app/contract/calls.ts'
import type { Act } from './acts/act.ts'
import type { Chance } from './chance.ts'
import { wordOf } from './judging.ts'
import type { Answer, Sending, Servers, SimServer } from './servers.ts'
import { Violation } from './violation.ts'

/** How a call comes to the servers. `cut`: its server dies while it works. */
type Way = 'plain' | 'doubled' | 'answerLost' | 'cut'

function wayOf({ call }: Act, chance: Chance, isAlone: boolean): Way {
  const { reads, keepsAnswer } = calls[call] as { reads: boolean; keepsAnswer: boolean }
  const roll = chance.next()
  // the others may be made again, which is their contract
  if (reads || !keepsAnswer || call === 'startImpersonate' || roll > 0.3) return 'plain'
  // the other calls of a batch would have to be repeated as well
  return roll > 0.16 ? 'doubled' : roll > 0.004 || !isAlone ? 'answerLost' : 'cut'
}

/** How often a call is made again when the servers are too busy to answer: this machine may have more to do. */
const AGAIN = 5

/** Makes a call until it is answered, as browsers do. */
export async function sendAgain(server: Pick<SimServer, 'send'>, sending: Sending): Promise<Answer> {
  let answer = await server.send(sending)
  for (let more = AGAIN; more > 0 && answer.code === 'Unavailable'; more--) answer = await server.send(sending)
  return answer
}

/** Calls whose success takes from the caller what a repeat would need. */
const undoesItself: ReadonlySet<string> = new Set(['deletePitch', 'updatePitchUserId'])

/**
 * Sends a call as browsers do: once, twice at the same time, again when no answer came, or to the other server when the
 * first one died. A call that is sent twice is answered twice alike.
 */
export async function deliver(servers: Servers, act: Act, chance: Chance, isAlone: boolean): Promise<Answer> {
  const way = wayOf(act, chance, isAlone)
  const [one, other] = chance.is(0.5) ? ([0, 1] as const) : ([1, 0] as const)
  const { token, ip } = act.by
  const sending = { token, ip, call: act.call, input: act.input, key: randomUUID() }
  const to = (which: 0 | 1): Promise<Answer> => sendAgain(servers.servers[which], sending)
  if (way === 'plain') return to(one)
  if (way === 'cut') {
    const cut = to(one).catch(() => undefined)
    await servers.restart(one, true)
    await cut
    servers.failures()
    return to(other)
  }
  const [first, second] = way === 'doubled' ? await Promise.all([to(one), to(other)]) : [await to(one), await to(other)]
  const [done, refused] = first.code === undefined ? [first, second] : [second, first]
  if (done.code !== undefined || (refused.code === undefined && first.text === second.text)) return second
  // another call of the batch may have come between the two
  const isExcused = refused.code === 'TooManyRequests' || undoesItself.has(act.call) || !isAlone
  if (refused.code !== undefined && isExcused) return done
  throw new Violation('only once', `${wordOf(act)} sent twice: ${first.text} and ${second.text}`)
}
