import type { PitchPart } from '#features/core/pitch/rules.ts'

/** [ENT-094] Whom a message is for, or that nobody wrote it. */
export const chatTypes = ['friend', 'group', 'system'] as const

/** [CONST-014] What those who look after a room do to somebody in it. */
export const moderatorActions = ['remove', 'mute', 'unmute'] as const

/** What a system message says; the browser words it. */
export const systemMessages = ['pitchStarted', 'pitchEnded', 'groupMade', 'membersAdded', 'membersLeft'] as const
export type SystemMessage = (typeof systemMessages)[number]

/** What somebody is who runs a pitch: it stands beside their name, by which nobody passes for them. */
export const hostParts = ['owner', 'coHost', 'moderator', 'admin'] as const satisfies readonly PitchPart[]
export type HostPart = (typeof hostParts)[number]

/** What a chat is: everybody's in a room, of those who run the pitch, of two people, or of those who were brought in. */
export type GroupKind = 'room' | 'team' | 'friend' | 'group'

/** People in one private chat at most, and the characters of its name. */
export const GROUP_MEMBERS = 50
export const GROUP_NAME_LENGTH = 80

/** Private chats of a pitch that one person may have begun, those of two among them: more than anybody looks after. */
export const BEGUN_GROUPS = 200

/** Private chats that a list shows at first, and so many more each time; and at most. */
export const LISTED_GROUPS = 100
export const MOST_LISTED_GROUPS = 1000

/** [CONST-016] Faces in the head of a chat at most; of the others there is the number. */
export const STACKED_FACES = 5

/** [CONST-010] How those look who are mentioned, in every look of the room; the contrast is 10 to 1. */
export const MENTION_COLOURS = { backgroundColor: '#ffe08a', color: '#3b2a00' } as const

/** People whom one message mentions at most. */
export const MENTIONED_PEOPLE = 20

/** Characters of one message. */
export const MESSAGE_LENGTH = 4000

/** How long after it was sent a message may be edited by whoever wrote it, in milliseconds. */
export const EDITABLE_FOR = 15 * 60_000

/** Seconds between two messages of one attendee in everybody's chat, as a moderator may choose them; 0: no pause. */
export const slowModes = [0, 5, 10, 30, 60] as const

/** Whole seconds until somebody may write again; 0: now. `passed`: milliseconds since their last message. */
export const slowFor = (slow: number, passed: number): number =>
  Math.min(slow, Math.max(0, Math.ceil(slow - passed / 1000)))

/** Whether somebody may still edit a message that they sent at `sent`. */
export const isEditable = (sent: number, now: number): boolean => now - sent < EDITABLE_FOR

/** Messages that a moderator forwards at once. */
export const FORWARDED_AT_ONCE = 20

/** How long after its end a room still takes messages, in milliseconds. */
const CHAT_AFTER_END = 3_600_000

/** Whether a room takes messages: from the schedule on, through the pitch, and for an hour after it. */
export const chatIsOpen = (pitch: { state: string; realEndAt: Date | null }, now: Date): boolean =>
  pitch.state !== 'draft' && (!pitch.realEndAt || now.getTime() < pitch.realEndAt.getTime() + CHAT_AFTER_END)

/** What begins a message that forwards another one, as the wire has it (PERM-057). */
export const forwardedText = (name: string, content: string): string => `Message from ${name}: ${content}`
