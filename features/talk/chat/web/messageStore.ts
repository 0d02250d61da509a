import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Draft } from './messages.ts'

/** [CONST-007] Milliseconds for which this browser keeps its own copy of a message. */
const keptFor = 18_000_000
/** Messages kept for the first view after a reload; the server has them all. */
const keptMessages = 100

export interface Kept {
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
}

const nothing: Kept = { messages: [], drafts: [] }
const key = (group: string) => `rostrum.chat.${group}`

/** The kept copy of a chat. A draft that was being sent when the page was closed counts as failed. */
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
    // a full or forbidden storage costs only the first view after a reload
  }
}

/** [STATE-009] Removes the kept copy of a chat. */
export function forget(group: string, storage: Storage | undefined = ownStorage()): void {
  storage?.removeItem(key(group))
}

/** [STATE-009] Removes the kept copies of all chats of this tab. */
export function forgetAll(storage: Storage | undefined = ownStorage()): void {
  for (const name of Object.keys(storage ?? {})) if (name.startsWith(key(''))) storage?.removeItem(name)
}

/** The storage of this tab, so that messages do not outlive it. */
function ownStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
