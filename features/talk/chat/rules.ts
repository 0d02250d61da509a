import type { PitchPart } from '#features/core/pitch/rules.ts'

/** [ENT-094] The recipients of a message, or that it comes from the system. */
export const chatTypes = ['friend', 'group', 'system'] as const

/** [CONST-014] What a moderator does to an attendee. */
export const moderatorActions = ['remove', 'mute', 'unmute'] as const

/** The events that system messages report; the browser words them. */
export const systemMessages = ['pitchStarted', 'pitchEnded', 'groupMade', 'membersAdded', 'membersLeft'] as const
export type SystemMessage = (typeof systemMessages)[number]

/**
 * The parts of the team of a pitch. They stand beside the sender's name, so that an attendee with the same name is not
 * taken for them.
 */
export const hostParts = ['owner', 'coHost', 'moderator', 'admin'] as const satisfies readonly PitchPart[]
export type HostPart = (typeof hostParts)[number]

/** The kinds of chats: everyone's in a room, the team's, of two people, and groups. */
export type GroupKind = 'room' | 'team' | 'friend' | 'group'

/** Members of one private chat at most, and the characters of its name. */
export const GROUP_MEMBERS = 50
export const GROUP_NAME_LENGTH = 80

/** Private chats of a pitch that one person may begin, chats of two among them. */
export const BEGUN_GROUPS = 200

/** Private chats on one page of the list, and in the whole list. */
export const LISTED_GROUPS = 100
export const MOST_LISTED_GROUPS = 1000

/** [CONST-016] Faces in the head of a chat at most; the others are counted. */
export const STACKED_FACES = 5

/** [CONST-010] The colors of a mention in every theme of the room; the contrast is 10 to 1. */
export const MENTION_COLOURS = { backgroundColor: '#ffe08a', color: '#3b2a00' } as const

/** Mentions in one message at most. */
export const MENTIONED_PEOPLE = 20

/** Characters of one message. */
export const MESSAGE_LENGTH = 4000

/** Milliseconds after sending in which the sender may edit a message. */
export const EDITABLE_FOR = 15 * 60_000

/** The pauses of slow mode that a moderator may choose, in seconds; 0: off. */
export const slowModes = [0, 5, 10, 30, 60] as const

/** Whole seconds until an attendee may write again; 0: now. `passed`: milliseconds since their last message. */
export const slowFor = (slow: number, passed: number): number =>
  Math.min(slow, Math.max(0, Math.ceil(slow - passed / 1000)))

/** Whether a message of the time `sent` may still be edited, both in milliseconds. */
export const isEditable = (sent: number, now: number): boolean => now - sent < EDITABLE_FOR

/** Messages that a moderator forwards at once. */
export const FORWARDED_AT_ONCE = 20

/** Milliseconds after the end of a pitch in which its room still takes messages. */
const CHAT_AFTER_END = 3_600_000

/** Whether a room takes messages: from the scheduling of the pitch until an hour after its end. */
export const chatIsOpen = (pitch: { state: string; realEndAt: Date | null }, now: Date): boolean =>
  pitch.state !== 'draft' && (!pitch.realEndAt || now.getTime() < pitch.realEndAt.getTime() + CHAT_AFTER_END)

/** The text of a message that forwards another one (PERM-057). */
export const forwardedText = (name: string, content: string): string => `Message from ${name}: ${content}`
