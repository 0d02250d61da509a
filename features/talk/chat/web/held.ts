import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Kept } from './messageStore.ts'
import { type Draft, mergeMessages, openDrafts } from './messages.ts'

/** What a room, or the list of private chats, tells of a chat. */
export interface Told {
  /** Undefined until it is known. */
  readonly group: string | undefined
  /** The last messages; another list only when another came. */
  readonly recent: readonly ChatMessage[]
  /** Another number whenever `recent` came anew as a whole: what was known before it may have changed since. */
  readonly loads?: number | undefined
}

/**
 * All that this browser has of a chat. It is one value together with what was told last: React may put the update of a
 * state off and drop what a drawing said of it meanwhile, and a message must not be noted as taken that was dropped.
 */
export interface Held {
  readonly told: Told
  /** Oldest first, each once. */
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
  /** Whether the server may have messages before the first one here. */
  readonly more: boolean
}

export const nothingHeld: Held = {
  told: { group: undefined, recent: [], loads: undefined },
  messages: [],
  drafts: [],
  more: true,
}

/** Whether all of this has been taken up. */
export const isHeld = ({ told }: Held, { group, recent, loads }: Told): boolean =>
  group === told.group && recent === told.recent && loads === told.loads

/** Takes up what is told now, and what this tab has kept of the chat. */
export function takeTold(held: Held, { group, recent, loads }: Told, kept: Kept | undefined): Held {
  const known = kept ? mergeMessages(held.messages, kept.messages) : held.messages
  const isAnew = loads !== held.told.loads
  const keptDrafts = kept?.drafts.filter(draft => !held.drafts.some(other => other.local_msg_id === draft.local_msg_id))
  const drafts = keptDrafts?.length ? [...keptDrafts, ...held.drafts] : held.drafts
  const messages = isAnew ? takenAnew(known, recent) : mergeMessages(known, recent)
  return {
    told: { group, recent, loads },
    messages,
    drafts: openDrafts(drafts, messages),
    more: isAnew || held.more,
  }
}

/** The same with its messages changed; drafts that are among them now are no drafts any more. */
export function changeMessages(held: Held, change: (known: readonly ChatMessage[]) => readonly ChatMessage[]): Held {
  const messages = change(held.messages)
  return messages === held.messages ? held : { ...held, messages, drafts: openDrafts(held.drafts, messages) }
}

/** The same with one draft changed. */
export const changeDraft = (held: Held, local_msg_id: string, change: Partial<Draft>): Held => ({
  ...held,
  drafts: held.drafts.map(draft => (draft.local_msg_id === local_msg_id ? { ...draft, ...change } : draft)),
})

/** What was kept or read before the last ones came anew is asked for again by whoever looks further back. */
function takenAnew(known: readonly ChatMessage[], recent: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = recent[0]?.id ?? Number.POSITIVE_INFINITY
  // of two alike the one that came now counts
  return mergeMessages(
    recent,
    known.filter(message => message.id >= first),
  )
}
