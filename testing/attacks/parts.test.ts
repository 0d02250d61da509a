import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type RoomStack, seedPitch, startRooms } from '#testing/startRooms.ts'
import { crowdedPitch } from './crowdedPitch.ts'
import { isOfPitch, roomInputs } from './roomInputs.ts'
import { rowsNaming } from './rowsNaming.ts'

// Every call of a pitch and its room by everyone whose part does not give it to them, with input that would do it.

type Name = keyof typeof calls
const callers = ['stranger', 'colleague', 'link', 'attendee', 'moderator', 'admin', 'coHost', 'owner'] as const
type Caller = (typeof callers)[number]

const list = (...names: Name[]) => names
/** The parts to which the specification gives a call, listed a second time. */
const rights: readonly (readonly [readonly Caller[], readonly Name[]])[] = [
  [
    ['link', 'attendee', 'moderator', 'admin', 'coHost', 'owner'],
    list(
      ...([
        'getPitchStatus',
        'getSessionInfo',
        'getPitchDetail',
        'getPitchDocumentPages',
        'getJoinInfo',
        'getGuestList',
        'getMyFeedback',
      ] as const),
      ...(['getMyPitchEPFeedback', 'getMyCommitment', 'getCommitmentTerms', 'getPageAction', 'getAgoraToken'] as const),
      ...(['exitUser', 'ExitLive', 'getRoomPeople', 'sgGetPitchCaptionsData', 'sgGetPitchCaptionL'] as const),
      ...([
        'getPitchCaptionSettings',
        'getChatGroupList',
        'getOwnQuestions',
        'sgGetPitchPagesData',
        'getOwnVote',
      ] as const),
      ...(['getMessageReactions', 'createAttendeeFeedback', 'createPitchEPFeedback', 'setCaptionLanguage'] as const),
      ...(['addChatGroup', 'reactToMessage', 'answerRecording'] as const),
      ...(['getReplay', 'hasReplay', 'noteWatching', 'exportReplayTalk', 'getSgStreamingMp4Info'] as const),
      ...(['noteReading'] as const),
    ),
  ],
  // a superadmin alone
  [[], list('reviewRecording')],
  // of others' questions and shares they change nothing
  [['link', 'attendee', 'moderator', 'admin', 'coHost', 'owner'], list('withdrawQuestion')],
  [
    ['attendee', 'moderator', 'admin', 'coHost', 'owner'],
    list('agoraSharescreenStop', 'deleteNotInterestedInPitch', 'getDashboardPitch'),
  ],
  [['attendee'], list('createNotInterestedInPitch')],
  [['link', 'attendee'], list('setHand', 'votePoll', 'askQuestion')],
  [['link', 'attendee', 'moderator'], list('commitInPitch', 'joinSeatWaitingList', 'leaveSeatWaitingList')],
  // the chat of two attendees; one of them began it, and wrote the message
  [
    ['link', 'attendee'],
    list('getChatGroup', 'getOwnReactions', 'getChatHistory', 'updateChatGroup', 'readChatGroup', 'sendMessage'),
  ],
  [['link'], list('deleteChatGroup', 'editMessage')],
  [
    ['moderator', 'admin', 'coHost', 'owner'],
    list(
      ...([
        'getHiddenUserList',
        'openRehearsal',
        'endRehearsal',
        'getRehearsal',
        'getRemovedList',
        'getStagePeople',
      ] as const),
      ...(['getSharescreenFileList', 'getPollList', 'sgUpdatePitchPrivateGroup', 'getQuestionList'] as const),
      ...([
        'removeAttendee',
        'readmitAttendee',
        'lowerHand',
        'closePoll',
        'deletePoll',
        'openPoll',
        'getPollVotes',
      ] as const),
      ...(['grantStage', 'savePoll', 'showPollResult', 'updatePitchMuteChat', 'updatePitchSlowMode'] as const),
      ...(['forwardMessages', 'updateQuestion', 'moveQuestion', 'updatePitchQuestions'] as const),
    ),
  ],
  // the person whose message, or whose place on the stage, it is
  [['link', 'moderator', 'admin', 'coHost', 'owner'], list('deleteMessage', 'revokeStage')],
  [
    ['admin', 'coHost', 'owner'],
    list(
      ...(['startPitch', 'endPitch', 'prepareEndPitchData', 'RestartPitch', 'getPitchAttendeeList'] as const),
      ...(['getAttendeeFeedbackList', 'getPitchEPFeedbackList', 'getCommitmentList', 'getPitchQuestions'] as const),
      ...(['withdrawCommitment', 'getSeatWaitingList', 'getRecordingViewerList', 'getRecordingCapacity'] as const),
      ...(['getPitchAttention', 'exportPitchAttention', 'getNotInterestedCount'] as const),
      ...(['makeRecordingMp4', 'removeRecordingMp4', 'sgMergeVideo', 'getPitchVideo'] as const),
      ...(['attachPitchVideo', 'removePitchVideo', 'retryPitchVideo', 'matchPitchVideo'] as const),
      ...([
        'getPitchChat',
        'exportPitchCaptions',
        'updatePitchLogo',
        'getPitchAttendance',
        'getPitchFileList',
        'getPitchPreflight',
      ] as const),
      ...(['createPitchFile', 'deletePitchFile', 'restorePitchFile', 'getPitchFileLocation', 'getPitchById'] as const),
      ...(['deletePitch', 'restorePitch', 'updatePitch', 'updateSgCompanyInfo', 'transferPitch'] as const),
      ...(['updateGuestMode', 'invitePitch', 'invitePitchByManuallyContacts', 'setJoinLinkDisabled'] as const),
      ...([
        'createJoinLink',
        'exportJoinLinks',
        'getInvitationPreview',
        'updateInvitationSlide',
        'exportPitchReport',
        'startLinkedInShare',
        'updatePitchFile',
        'updatePitchLookBack',
      ] as const),
      ...(['updatePitchCaptionSettings', 'copyPitch', 'getPitchCompanyDrift', 'getPitchCompanyList'] as const),
      ...(['getPitchCompany', 'takeCompanyOver'] as const),
      ...(['getPitchReview', 'getWaitingInviteeList', 'deleteWaitingInvitee'] as const),
      ...(['schedulePitch', 'getSchedulePitch', 'updateSchedulePitch', 'cancelSchedulePitch'] as const),
      ...([
        'addToSchedulePitch',
        'updateSendLaterAttendees',
        'updatePitchAttendees',
        'updatePitchInviteAttendees',
      ] as const),
      ...(['getReminderPlan', 'updateReminderPlan', 'remindPitchAttendees', 'countListPeople'] as const),
    ),
  ],
  [
    ['admin'],
    list(
      ...([
        'resetPitch',
        'getAssigneeList',
        'updatePitchLockStatus',
        'updatePitchSpotlight',
        'updatePitchUserId',
      ] as const),
      ...(['approvePitch', 'updateApprovePitch', 'unapprovePitch', 'setPitchPending'] as const),
      ...(['approveRecording', 'unapproveRecording', 'releaseRecordingPart'] as const),
      ...(['clearRecordingPart', 'muteRecording', 'unmuteRecording'] as const),
      ...(['hideRecordingMessage', 'showRecordingMessage', 'placeLegalHold', 'releaseLegalHold'] as const),
      ...(['checkExistingScheduleByAdmin', 'addAttendeesToScheduleByAdmin'] as const),
    ),
  ],
  [
    ['coHost', 'owner'],
    list(
      ...(['agoraSharescreenAcquire', 'agoraSharescreenStart', 'getPitchNotes', 'sgUpdatePitchPages'] as const),
      ...([
        'updatePageAction',
        'updatePageZoom',
        'showPitchFile',
        'sgLivingAction',
        'sgFixPause',
        'sendCaption',
        'setRecording',
      ] as const),
    ),
  ],
]
const table = new Map(rights.flatMap(([may, names]) => names.map(name => [name, may] as const)))
const refusals = ['NotAllowed', 'NoPermission', 'PitchNotFound', 'GroupNotFound']

let stack: RoomStack
let crowd: Awaited<ReturnType<typeof crowdedPitch>>
let tokens: Readonly<Record<Caller, string>>
let asked = 0
beforeAll(async () => {
  stack = await startRooms()
  crowd = await crowdedPitch(stack)
  const { people, db } = stack
  const tokenOf = (name: PersonName) => openTestSession(db, people[name].id, people[name].organisationId)
  tokens = {
    ...{ stranger: await tokenOf('lumenAdmin'), colleague: await tokenOf('useradmin'), link: crowd.ivy.token },
    ...{ attendee: await tokenOf('secondInvestor'), moderator: await tokenOf('member') },
    ...{ admin: await tokenOf('pitchadmin'), coHost: await tokenOf('coHost'), owner: await tokenOf('presenter') },
  }
}, 60_000)
afterAll(() => stack.stop())

const errorOf = async (name: Name, fields: object, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const ip = `10.3.${++asked >> 8}.${asked & 255}`
  const { body } = await rawCall(stack.app, name, fields, { headers, ip })
  return body.error as string | undefined
}

it('lists every call of a pitch once', () => {
  const ofPitch = Object.entries(calls).flatMap(([name, call]) => (isOfPitch(name, call) ? [name] : []))
  const listed = rights.flatMap(([, names]) => names)
  expect(listed.toSorted()).toEqual(ofPitch.toSorted())
  expect(Object.keys(roomInputs(crowd.ids)).toSorted()).toEqual(ofPitch.toSorted())
})

describe('[PERM-038, PERM-039, PERM-043, PERM-044, PERM-045, PERM-046] beyond the rights of their part', () => {
  it.each(callers)('as %s is refused, and changes nothing', async caller => {
    const ids = [crowd.pitch_uuid, crowd.ids.poll, crowd.ids.question, crowd.ids.privateGroup, crowd.ids.file]
    const before = await rowsNaming(stack.db, ids)
    const wrong: string[] = []
    for (const [name, may] of table) {
      if (may.includes(caller)) continue
      const error = await errorOf(name, roomInputs(crowd.ids)[name] ?? {}, tokens[caller])
      if (!refusals.includes(error ?? '')) wrong.push(`${name}: ${error ?? 'done'}`)
    }
    expect(wrong).toEqual([])
    expect(await rowsNaming(stack.db, ids)).toEqual(before)
  })

  it('[PERM-051, PERM-052] nobody of the team removes or mutes another one of it, or themselves', async () => {
    const { people } = stack
    const team = { owner: 'presenter', coHost: 'coHost', moderator: 'member', admin: 'pitchadmin' } as const
    const { pitch_uuid } = crowd
    for (const by of Object.keys(team) as (keyof typeof team)[])
      for (const of of Object.values(team)) {
        const user_id = people[of].id
        for (const name of ['removeAttendee', 'readmitAttendee'] as const)
          expect(await errorOf(name, { pitch_uuid, user_id }, tokens[by])).toMatch(/^(NoPermission|AttendeeNotFound)$/)
        const mute = { pitch_uuid, user_id, is_mute_chat: true }
        expect(await errorOf('updatePitchMuteChat', mute, tokens[by])).toBe('NoPermission')
        const stage = { pitch_uuid, user_id, microphone: true, camera: true }
        expect(await errorOf('grantStage', stage, tokens[by])).toBe('AttendeeNotFound')
      }
  })

  it('no moderator makes themselves a co-host, and no co-host the pitch their own', async () => {
    const { people, db } = stack
    const own = { moderators: [people.member.email], coHosts: [people.coHost.email] }
    const planned = await seedPitch(stack, own)
    const { uuid } = planned
    const asCoHost = { ...pitchForm({ co_host: people.member.email }), uuid, name: undefined }
    expect(refusals).toContain(await errorOf('updatePitch', asCoHost, tokens.moderator))
    const takes = { ...pitchForm({ co_host: '' }), uuid, user_id: people.coHost.id, userId: people.coHost.id }
    await errorOf('updatePitch', { ...takes, org_id: people.lumenAdmin.organisationId }, tokens.coHost)
    for (const name of ['updatePitchUserId', 'resetPitch', 'updatePitchLockStatus'] as const)
      expect(await errorOf(name, { uuid, user_id: people.coHost.id, is_locked: true }, tokens.coHost)).toBe(
        'NotAllowed',
      )
    const [after] = await db.select().from(pitch).where(eq(pitch.uuid, uuid))
    expect(after).toMatchObject({
      userId: people.presenter.id,
      organisationId: planned.organisationId,
      isLocked: false,
    })
  })
})
