import { roomClient } from '#features/room/room/web/roomClient.ts'
import { askOnce } from '#web/client/askOnce.ts'
import { momentIn } from './moments.ts'

/** A recording of a pitch, or its last one, as addresses name it. */
interface Named {
  readonly uuid: string
  readonly id?: string | undefined
}

const asked = askOnce(named => {
  const { uuid, id } = JSON.parse(named) as Named
  return roomClient(uuid).getReplay({ uuid, ...(id && { id }) })
})
const keyOf = ({ uuid, id }: Named) => JSON.stringify(id ? { uuid, id } : { uuid })

/** What is to be watched. An answer that was requested with the page is used once. */
export const askReplay = (named: Named) => asked(keyOf(named))

/** Requests the first seconds beside the code that shows them. */
async function beginMedia(answer: ReturnType<typeof asked>, named: number | undefined): Promise<void> {
  const [{ beginStretch }, { stretches, begins_at }] = await Promise.all([import('./loadStretch.ts'), answer])
  const at = Math.max(0, named === undefined ? 0 : named - begins_at)
  const there = stretches.filter(({ from, to }) => at >= from - SOON && at < to)
  await Promise.all(there.map(({ src, from }) => beginStretch(src, Math.max(0, at - from))))
}
/** Seconds before its time at which a stretch is needed already. */
const SOON = 1

/** Requests what is to be watched at an address, before the rest of its page is even read. Answers whether it is one. */
export function beginReplay({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const uuid = /^\/live\/([\w-]+)\/replay\/?$/.exec(pathname)?.[1]
  if (!uuid) return false
  const id = new URLSearchParams(search).get('recording')
  const key = keyOf({ uuid, ...(id && { id }) })
  const answer = asked(key)
  asked.given(key, answer)
  beginMedia(answer, momentIn(new URLSearchParams(search).get('t'))).catch(() => {})
  return true
}
