import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Draft } from './messages.ts'

/** [CONST-007] Milliseconds after which this browser does not load its own copy of a message any more. */
const keptFor = 18_000_000
/** Enough for the first look after a reload; the server has them all. */
const keptMessages = 100

export interface Kept {
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
}

const nothing: Kept = { messages: [], drafts: [] }
const key = (group: string) => `rostrum.chat.${group}`

/** What this browser kept of a group's chat. A draft that was being sent when the page went counts as failed. */
export function loadKept(group: string, now = Date.now(), storage: Storage | undefined = ownStorage()): Kept {
  try {
    const kept = JSON.parse(storage?.getItem(key(group)) ?? 'null') as Kept | null
    if (!kept) return nothing
    return {
      messages: kept.messages.filter(message => now - Date.parse(message.create_time) <= keptFor),
      drafts: kept.drafts
        .filter(draft => now - draft.written <= keptFor)
        .map(draft => ({ ...draft, state: 'failed' as const })),
    }
  } catch {
    return nothing
  }
}

export function keep(group: string, kept: Kept, storage: Storage | undefined = ownStorage()): void {
  try {
    storage?.setItem(key(group), JSON.stringify({ ...kept, messages: kept.messages.slice(-keptMessages) }))
  } catch {
    // a full or forbidden storage only costs the first look after a reload
  }
}

/** [STATE-009] */
export function forget(group: string, storage: Storage | undefined = ownStorage()): void {
  storage?.removeItem(key(group))
}

/** [STATE-009] The same for whatever was written in this tab, to everybody and in private. */
export function forgetAll(storage: Storage | undefined = ownStorage()): void {
  for (const name of Object.keys(storage ?? {})) if (name.startsWith(key(''))) storage?.removeItem(name)
}

/** A tab's own storage: what people wrote to each other does not outlive the tab. */
function ownStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
