import { roomClient } from '#features/room/room/web/roomClient.ts'
import { askOnce } from '#web/client/askOnce.ts'
import { answerInPage } from '#web/client/inPage.ts'

/** A recording of a pitch, or its last one, as addresses name it. */
interface Named {
  readonly uuid: string
  readonly id?: string | undefined
}

const ask = (named: string) => {
  const { uuid, id } = JSON.parse(named) as Named
  return roomClient(uuid).getReplay({ uuid, ...(id && { id }) })
}
const asked = askOnce(ask)
type Answered = Awaited<ReturnType<typeof ask>>
const keyOf = ({ uuid, id }: Named) => JSON.stringify(id ? { uuid, id } : { uuid })

/** Milliseconds for which an answer waits for its page; later it is asked anew. */
const KEPT = 15_000

/** What was requested with the page, until it is taken: for one mount of the page, as soon as it is here. */
let first: { readonly key: string; answer?: Answered } | undefined

/** What is to be watched. An answer that was requested with the page is used once. */
export function askReplay(named: Named): Promise<Answered> {
  const key = keyOf(named)
  if (first?.key === key) first = undefined
  return asked(key)
}

/** What is to be watched, if that was requested with the page and is here: for the first reader, as `askReplay`. */
export function replayInPage(named: Named): Answered | undefined {
  if (first?.key !== keyOf(named) || !first.answer) return undefined
  const { answer } = first
  // nothing is requested by it: no one has taken the answer yet
  askReplay(named).catch(() => {})
  return answer
}

/** What comes with the page, or is requested at once. */
async function answerFor(key: string): Promise<Answered> {
  const mine: typeof first = { key }
  first = mine
  const answer = (await answerInPage<Answered>('data')) ?? (await ask(key))
  mine.answer = answer
  setTimeout(() => {
    if (first === mine) askReplay(JSON.parse(key)).catch(() => {})
  }, KEPT)
  return answer
}

let begun: Promise<unknown> | undefined
/** Waits until it is known what is to be watched, and not long. */
export const replayBegun = (): Promise<unknown> =>
  Promise.race([begun?.catch(() => {}), new Promise(resolve => setTimeout(resolve, PATIENCE))])
const PATIENCE = 500

/** Requests what is to be watched at an address, before the rest of its page is even read. Answers whether it is one. */
export function beginReplay({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const uuid = /^\/live\/([\w-]+)\/replay\/?$/.exec(pathname)?.[1]
  if (!uuid) return false
  const query = new URLSearchParams(search)
  const id = query.get('recording')
  const key = keyOf({ uuid, ...(id && { id }) })
  const answer = answerFor(key)
  begun = answer
  asked.given(key, answer)
  // the first seconds come beside the code that shows them
  Promise.all([import('./stretchFiles.ts'), answer])
    .then(([{ beginStretches }, replay]) => beginStretches(replay, query.get('t')))
    .catch(() => {})
  return true
}
