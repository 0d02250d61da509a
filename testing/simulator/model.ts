import type { PitchPart, PitchState } from '#features/core/pitch/rules.ts'
import type { Crowd, SimPerson } from './people.ts'
import type { Seats } from './seats.ts'
import type { CallName } from './servers.ts'

/** What of the model an act changes: two acts of one batch that change the same leave the order to chance. */
export type Key = string

/** A message that was acknowledged. */
export interface Said {
  readonly id: number
  readonly by: string
  readonly group: string
  readonly localId: string
  /** The unique words of its texts, the current one last. */
  readonly words: string[]
  state: 'said' | 'forwarded' | 'deleted'
}

export interface Poll {
  readonly id: string
  state: 'draft' | 'open' | 'closed'
  /** The votes that were acknowledged, by the voter's label. */
  readonly votes: Map<string, number>
}

/** What the simulator knows of a pitch, as it was acknowledged. It is the plainest telling of the rules. */
export interface Model {
  state: PitchState
  isDeleted: boolean
  isLocked: boolean
  isPublic: boolean
  /** Guest mode is on. */
  isGuest: boolean
  owner: string
  readonly coHosts: ReadonlySet<string>
  readonly moderators: ReadonlySet<string>
  /** The leader of the live pitch was changed: another one of the team may have its rights. */
  isLedByAnother: boolean
  readonly invited: Set<string>
  readonly removed: Set<string>
  /** Accounts that are disabled, or have to choose a new password. */
  readonly lockedOut: Set<string>
  /** Attendees whose link is off. */
  readonly linkOff: Set<string>
  allMuted: boolean
  readonly muted: Set<string>
  readonly unmuted: Set<string>
  slow: number
  questionsOpen: boolean
  readonly said: Said[]
  readonly polls: Poll[]
  readonly questions: { readonly id: string; readonly by: string; readonly localId: string }[]
  /** Private chats with their members, by uuid. */
  readonly groups: Map<string, { readonly members: Set<string>; readonly isTeam: boolean }>
  /** What was committed, as it was answered, and by which id. */
  readonly commitments: Map<string, string>
  readonly commitmentIds: Map<string, string>
  /** Of the series that the pitch names. */
  seats: Seats | undefined
  readonly feedback: Set<string>
  readonly ratings: Set<string>
  /** How often each audited deed was acknowledged. */
  readonly deeds: Map<string, number>
}

/** The part of a person, or why they have none. `maybe`: on a public pitch, people of the organisation may come. */
export type Standing = PitchPart | 'maybe' | 'none'

export function standingOf(model: Model, person: SimPerson): Standing {
  if (person.token === undefined) return 'none'
  if (model.isDeleted) return 'none'
  const { label, kind, roles, home } = person
  const attends =
    model.invited.has(label) && !model.removed.has(label) && !model.linkOff.has(label) ? 'attendee' : 'none'
  if (kind === 'link') return attends
  if (label === model.owner) return 'owner'
  if (roles.includes('superadmin')) return 'admin'
  if (home === 'own') {
    if (model.coHosts.has(label)) return 'coHost'
    if (model.moderators.has(label)) return 'moderator'
    if (roles.includes('admin') || roles.includes('pitchadmin')) return 'admin'
    if (attends === 'none' && model.isPublic && !model.removed.has(label)) return 'maybe'
  }
  return attends
}

const anyPart: readonly PitchPart[] = ['owner', 'coHost', 'moderator', 'admin', 'attendee']
const managers: readonly PitchPart[] = ['owner', 'coHost', 'admin']
const team: readonly PitchPart[] = ['owner', 'coHost', 'moderator', 'admin']
const attendees: readonly PitchPart[] = ['attendee']

/** The parts that may make a call on a pitch, told here a second time. All others have to be refused. */
export const mayMake: Partial<Record<CallName, readonly PitchPart[]>> = {
  ...Object.fromEntries(
    (
      [
        ...[
          'startPitch',
          'updatePitch',
          'deletePitch',
          'restorePitch',
          'RestartPitch',
          'copyPitch',
          'invitePitchByManuallyContacts',
        ],
        ...[
          'setJoinLinkDisabled',
          'createJoinLink',
          'exportJoinLinks',
          'getInvitationPreview',
          'updateInvitationSlide',
          'getPitchAttendeeList',
          'getCommitmentList',
          'exportPitchReport',
        ],
        ...['withdrawCommitment', 'getSeatWaitingList'],
        ...['getRecordingViewerList', 'getPitchVideo', 'getPitchAttention'],
        ...['getAttendeeFeedbackList', 'getPitchEPFeedbackList', 'getPitchChat', 'getPitchQuestions'],
        ...['getPitchAttendance', 'getPitchPreflight', 'endPitch', 'updateGuestMode'],
      ] as CallName[]
    ).map(call => [call, managers]),
  ),
  ...Object.fromEntries(
    (
      [
        ...['removeAttendee', 'readmitAttendee', 'getRemovedList', 'updatePitchMuteChat', 'updatePitchSlowMode'],
        ...['savePoll', 'openPoll', 'closePoll', 'showPollResult', 'getPollList', 'getPollVotes', 'getQuestionList'],
        ...['updateQuestion', 'updatePitchQuestions', 'forwardMessages', 'getStagePeople', 'grantStage', 'lowerHand'],
        ...['getHiddenUserList', 'sgUpdatePitchPrivateGroup', 'openRehearsal', 'endRehearsal', 'sgFixPause'],
        ...['transferPitch', 'prepareEndPitchData', 'sgUpdatePitchPages'],
      ] as CallName[]
    ).map(call => [call, team]),
  ),
  ...Object.fromEntries((['votePoll', 'askQuestion'] as CallName[]).map(call => [call, attendees])),
  ...Object.fromEntries(
    (
      [
        ...['sendMessage', 'editMessage', 'deleteMessage', 'reactToMessage', 'getChatHistory', 'getMessageReactions'],
        ...['addChatGroup', 'getChatGroupList', 'getOwnQuestions', 'withdrawQuestion', 'getOwnVote', 'setHand'],
        ...['revokeStage', 'exitUser', 'getSessionInfo', 'getRoomPeople', 'getGuestList', 'getPitchStatus'],
        ...['getPitchDetail', 'getJoinInfo', 'getCommitmentTerms', 'getMyCommitment', 'getMyFeedback'],
        ...[
          'createAttendeeFeedback',
          'createPitchEPFeedback',
          'getMyPitchEPFeedback',
          'getPageAction',
          'getLiveStatus',
        ],
        ...['getOwnReactions', 'sgGetPitchCaptionsData', 'getPitchFileList', 'getPitchNotes', 'sgGetPitchPagesData'],
      ] as CallName[]
    ).map(call => [call, anyPart]),
  ),
  commitInPitch: ['attendee', 'moderator', 'admin'],
  joinSeatWaitingList: ['attendee', 'moderator', 'admin'],
  leaveSeatWaitingList: anyPart,
  resetPitch: ['admin'],
  updatePitchLockStatus: ['admin'],
  approvePitch: ['admin'],
  unapprovePitch: ['admin'],
  setPitchPending: ['admin'],
  updatePitchUserId: ['admin'],
}

/** Calls whose rights follow the leader of the live pitch. */
const ofLeader: ReadonlySet<CallName> = new Set([
  'endPitch',
  'updateGuestMode',
  'sgFixPause',
  'sgUpdatePitchPages',
  'transferPitch',
])

/** Whether a call on the pitch has to be refused, because of the caller's part alone. */
export function mustRefuse(model: Model, person: SimPerson, call: CallName): boolean {
  const allowed = mayMake[call]
  if (!allowed) return false
  const restores = call === 'restorePitch'
  const standing = standingOf(restores ? { ...model, isDeleted: false } : model, person)
  if (standing === 'maybe') return !allowed.includes('attendee')
  if (standing === 'none') return true
  if (ofLeader.has(call) && model.isLedByAnother && standing !== 'attendee') return false
  // whoever looks after pitches may do so for an own one as well
  return !allowed.includes(standing)
}

export const isMuted = (model: Model, label: string): boolean =>
  model.muted.has(label) || (model.allMuted && !model.unmuted.has(label))

export const emptyModel = (crowd: Crowd, chosen: Pick<Model, 'isPublic' | 'isGuest'>): Model => ({
  ...chosen,
  ...{ state: 'scheduled', isDeleted: false, isLocked: false, isLedByAnother: false },
  owner: 'owner',
  coHosts: new Set(['coHost']),
  moderators: new Set(['moderator']),
  invited: new Set(crowd.invited.map(({ label }) => label)),
  ...{
    removed: new Set(),
    lockedOut: new Set(),
    linkOff: new Set(),
    allMuted: false,
    muted: new Set(),
    unmuted: new Set(),
  },
  ...{ slow: 0, questionsOpen: true, said: [], polls: [], questions: [], groups: new Map() },
  ...{
    commitments: new Map(),
    commitmentIds: new Map(),
    seats: undefined,
    feedback: new Set(),
    ratings: new Set(),
    deeds: new Map(),
  },
})

/** The model as it is now, for what is judged by it later. */
export const copyOf = (model: Model): Model => ({
  ...model,
  invited: new Set(model.invited),
  removed: new Set(model.removed),
  linkOff: new Set(model.linkOff),
  muted: new Set(model.muted),
  unmuted: new Set(model.unmuted),
})
