import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventKind } from '#contract/event.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { isUp, sources } from './arrows.ts'

/** What a lower word reads of a higher word's part of a room: a field of the state, or an event. */
export interface Reach {
  readonly from: string
  readonly what: string
}

/** The file of each part of a room, by its word. */
const placeOf = (word: string): string => globSync(`features/*/${word}/apply.ts`)[0] ?? `${word} has no apply.ts`

const fields: ReadonlyMap<string, string> = new Map(
  Object.entries(roomModel.parts).flatMap(([word, { empty }]) =>
    Object.keys(empty as object).map(field => [field, placeOf(word)] as const),
  ),
)

/** Every numbered event, and the file that declares it. */
export async function eventsByFile(): Promise<ReadonlyMap<string, string>> {
  const files = globSync('features/*/*/events.ts')
  const declared = await Promise.all(
    files.map(async file => {
      const kinds = Object.values(
        (await import(join(process.cwd(), file))) as Record<string, Record<string, EventKind>>,
      )
      return kinds
        .flatMap(events => Object.keys(events).filter(type => events[type]?.payload))
        .map(type => [type, file] as const)
    }),
  )
  return new Map(declared.flat())
}

const reads = [
  // room.poll, view.room.poll, now.feed.view.room.poll
  /\broom\??\.(\w+)/g,
  // const { poll } = room, = now.feed.view.room
  /\{([^{}]*)\}\s*=\s*(?:[\w.?()]+\.)?room\b(?![\w(.?])/g,
  // ({ poll }: RoomState) and Pick<RoomShown, 'poll'>
  /\{([^{}]*)\}: Room(?:State|Shown)\b/g,
  /\b(?:Pick|Omit)<Room(?:State|Shown), ([^>]*)>/g,
]

/** The fields of a room's state that a file reads. */
const fieldsRead = (code: string): string[] =>
  reads.flatMap(pattern =>
    [...code.matchAll(pattern)].flatMap(([, named = '']) =>
      named.split(/[,|]/).map(one => one.replace(/['\s]/g, '').split(/[:=]/)[0] ?? ''),
    ),
  )

/** The files that read parts of words above their own. */
export function reachesUp(
  files: readonly { readonly path: string; readonly code: string }[],
  events: ReadonlyMap<string, string>,
): Reach[] {
  return files.flatMap(({ path, code }) => {
    const literals = [...code.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
    const taken = [
      ...fieldsRead(code).map(field => ({ what: `room.${field}`, of: fields.get(field) })),
      ...literals.map(type => ({ what: `'${type}'`, of: events.get(type) })),
    ]
    const up = taken.filter(({ of }) => of !== undefined && isUp(path, of)).map(({ what }) => what)
    return [...new Set(up)].map(what => ({ from: path, what }))
  })
}

export const reachesUpNow = async (): Promise<Reach[]> =>
  reachesUp(
    sources()
      .filter(path => path.startsWith('features/'))
      .map(path => ({ path, code: readFileSync(path, 'utf8') })),
    await eventsByFile(),
  )
