import { type Envelope, pathOf } from '#contract/call.ts'
import { encodeForm } from '#contract/wire.ts'
import { JOIN_HEADER } from '#features/access/signIn/server/actor.ts'
import { replayCalls } from '#features/results/replay/contract.ts'
import { momentIn } from '#features/results/replay/moments.ts'
import { type Needing, neededAt, segmentAt, segmentsIn } from '#features/results/replay/segments.ts'
import type { Ask, FirstView, Preload } from '#server/firstView.ts'

interface Replay extends Needing {
  readonly pages: readonly { readonly at: number; readonly url: string }[]
}

/** The most stretches whose first seconds are requested with the page. */
const MOST = 6

/** The page of a replay: with what is to be watched, its slide, and the first seconds of those who are in the picture. */
export const replayView: FirstView = {
  modules: ['ReplayDoor.tsx', '../../features/results/replay/web/stretchFiles.ts'],
  patience: 300,
  at: url => {
    const { pathname = '', searchParams } = URL.parse(url, 'http://localhost') ?? {}
    const uuid = /^\/live\/([\w-]+)\/replay\/?$/.exec(pathname)?.[1]
    if (!uuid) return undefined
    const id = searchParams?.get('recording')
    const named = momentIn(searchParams?.get('t') ?? null)
    return async ask => {
      const form = encodeForm({ uuid, ...(id && { id }) })
      const answer = await ask(pathOf('getReplay', replayCalls.getReplay), form, { [JOIN_HEADER]: uuid })
      const { code, data } = answer ? (JSON.parse(answer) as Envelope & { data?: Replay }) : {}
      return answer && code === 1 && data ? { answer, preloads: () => preloadsOf(ask, data, named) } : undefined
    }
  },
}

async function preloadsOf(ask: Ask, replay: Replay, named = replay.begins_at): Promise<Preload[]> {
  const at = Math.max(0, named - replay.begins_at)
  const slide = replay.pages.findLast(page => page.at <= at)?.url
  const media = await Promise.all(
    neededAt(replay, named)
      .slice(0, MOST)
      .map(need => filesOf(ask, need)),
  )
  return [
    ...(slide ? [{ href: slide, as: 'image' } as const] : []),
    ...media.flat().map(href => ({ href, as: 'fetch' }) as const),
  ]
}

/** The playlist of a stretch, and its files for a moment. */
async function filesOf(ask: Ask, { src, at }: { readonly src: string; readonly at: number }): Promise<string[]> {
  const playlist = await ask(src)
  const first = playlist === undefined ? undefined : segmentAt(segmentsIn(playlist, src), at)
  return first ? [src, first.head, first.src] : []
}
