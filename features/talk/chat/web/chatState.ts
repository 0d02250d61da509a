import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Kept } from './messageStore.ts'
import { type Draft, mergeMessages, openDrafts } from './messages.ts'

/** What the room, or the list of private chats, gives of a chat. */
export interface ChatInput {
  /** Undefined until the chat is known. */
  readonly group: string | undefined
  /** The last messages; a new array only with a new message. */
  readonly recent: readonly ChatMessage[]
  /** A new number with every snapshot of `recent`: messages known before it may have changed since. */
  readonly loads?: number | undefined
}

/**
 * The messages and drafts of a chat in this browser, in one value with the last input. React may defer the update of one
 * state and drop it, and an input must not count as merged when its messages were dropped.
 */
export interface ChatState {
  readonly input: ChatInput
  /** Oldest first, each once. */
  readonly messages: readonly ChatMessage[]
  readonly drafts: readonly Draft[]
  /** Whether the server may have older messages. */
  readonly more: boolean
}

export const emptyChat: ChatState = {
  input: { group: undefined, recent: [], loads: undefined },
  messages: [],
  drafts: [],
  more: true,
}

/** Whether this input was merged already. */
export const isMerged = ({ input }: ChatState, { group, recent, loads }: ChatInput): boolean =>
  group === input.group && recent === input.recent && loads === input.loads

/** Merges the input, and the copy that this tab has kept of the chat. */
export function mergeInput(state: ChatState, { group, recent, loads }: ChatInput, kept: Kept | undefined): ChatState {
  const known = kept ? mergeMessages(state.messages, kept.messages) : state.messages
  const isSnapshot = loads !== state.input.loads
  const keptDrafts = kept?.drafts.filter(
    draft => !state.drafts.some(other => other.local_msg_id === draft.local_msg_id),
  )
  const drafts = keptDrafts?.length ? [...keptDrafts, ...state.drafts] : state.drafts
  const messages = isSnapshot ? fromSnapshot(known, recent) : mergeMessages(known, recent)
  return {
    input: { group, recent, loads },
    messages,
    drafts: openDrafts(drafts, messages),
    more: isSnapshot || state.more,
  }
}

/** The chat with changed messages. Drafts that are among the messages now are dropped. */
export function changeMessages(
  state: ChatState,
  change: (known: readonly ChatMessage[]) => readonly ChatMessage[],
): ChatState {
  const messages = change(state.messages)
  return messages === state.messages ? state : { ...state, messages, drafts: openDrafts(state.drafts, messages) }
}

/** The chat with one changed draft. */
export const changeDraft = (state: ChatState, local_msg_id: string, change: Partial<Draft>): ChatState => ({
  ...state,
  drafts: state.drafts.map(draft => (draft.local_msg_id === local_msg_id ? { ...draft, ...change } : draft)),
})

/** The messages of a snapshot and later ones. Older messages are dropped; scrolling back loads them again. */
function fromSnapshot(known: readonly ChatMessage[], recent: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = recent[0]?.id ?? Number.POSITIVE_INFINITY
  // of two equal revisions the snapshot's copy counts
  return mergeMessages(
    recent,
    known.filter(message => message.id >= first),
  )
}
