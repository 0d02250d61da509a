import { CallFailed } from '#contract/call.ts'
import { JOIN_COOKIES } from '#features/access/session/server/cookies.ts'
import type { Actor } from '#server/frame.ts'
import type { ViewersOf } from '#server/pictures/serve.ts'
import { actorOf, actorOfToken } from './actor.ts'

/** More join links than one browser follows. */
const MOST_COOKIES = 20

/** A picture's address names no pitch, so every join link that this browser has followed counts, one after the other. */
export const viewersOf: ViewersOf = async function* (frame, request) {
  const signedIn = await unlessRefused(() => actorOf(frame, request))
  if (signedIn) yield signedIn
  const joined = Object.entries(request.cookies).filter(([name]) => name.startsWith(JOIN_COOKIES))
  for (const [, token] of joined.slice(0, MOST_COOKIES)) {
    const viewer = token ? await unlessRefused(() => actorOfToken(frame, token)) : undefined
    if (viewer) yield viewer
  }
}

/** An ended session counts as not signed in here: the call beside it tells the browser. */
async function unlessRefused(ask: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CallFailed) return undefined
    throw error
  }
}
