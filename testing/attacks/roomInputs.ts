import { randomUUID } from 'node:crypto'
import type { calls } from '#app/contract/calls.ts'
import type { AnyCall } from '#contract/call.ts'
import { shown } from '#testing/statement.ts'

/** What the calls of a pitch and its room are told: ids, of one pitch or mixed. */
export interface Named {
  readonly pitch: string
  readonly pitchId: number
  readonly group: string
  readonly privateGroup: string
  readonly message: number
  readonly poll: string
  readonly question: string
  readonly file: string
  readonly attendee: string
  /** A person in the room. */
  readonly person: string
  readonly share: string
}

type Name = keyof typeof calls
type Fields = Record<string, unknown>

const form = {
  presentation_name: 'Taken over',
  presenter_name: 'Mallory',
  ...{ start_date: '03/04/2031', start_time: '10:00', start_noon: 'AM', start_zone: 'UTC' },
  ...{ end_date: '03/04/2031', end_time: '11:00', end_noon: 'AM', end_zone: 'UTC' },
}

/** Valid input for every call that is about a pitch, its room or what is in it. */
export function roomInputs(of: Named): Partial<Record<Name, Fields>> {
  const pitch_uuid = of.pitch
  const uuid = of.pitch
  const user_id = of.person
  const onPoll = { pitch_uuid, poll_id: of.poll }
  const onQuestion = { pitch_uuid, question_id: of.question }
  const onFile = { pitch_uuid, file_id: of.file }
  const ofMessage = { group_uuid: of.group, message_id: of.message }
  const byUuid: Name[] = [
    ...(['startPitch', 'endPitch', 'getPitchStatus', 'getSessionInfo', 'prepareEndPitchData', 'RestartPitch'] as const),
    ...(['resetPitch', 'getPitchDetail', 'getJoinInfo', 'getPitchAttendeeList', 'getHiddenUserList'] as const),
    ...([
      'getGuestList',
      'openRehearsal',
      'endRehearsal',
      'getRehearsal',
      'getMyFeedback',
      'getMyPitchEPFeedback',
    ] as const),
    ...(['getAttendeeFeedbackList', 'getPitchEPFeedbackList', 'getMyCommitment', 'getCommitmentTerms'] as const),
    ...(['getCommitmentList', 'getPitchQuestions', 'getPitchChat', 'exportPitchCaptions', 'getAssigneeList'] as const),
    ...(['restorePitch', 'updatePitchLogo', 'copyPitch', 'getPitchCompanyDrift', 'getPitchCompanyList'] as const),
    ...(['joinSeatWaitingList', 'leaveSeatWaitingList'] as const),
    'getSeatWaitingList',
    ...(['getPitchReview', 'getReplay', 'hasReplay', 'getRecordingViewerList'] as const),
    ...(['getPitchAttention', 'exportPitchAttention', 'getNotInterestedCount', 'getDashboardPitch'] as const),
    ...(['createNotInterestedInPitch', 'deleteNotInterestedInPitch'] as const),
    ...(['approveRecording', 'unapproveRecording', 'clearRecordingPart'] as const),
    ...(['getPitchVideo', 'removePitchVideo', 'retryPitchVideo'] as const),
  ]
  const byPitchUuid: Name[] = [
    ...(['getPageAction', 'getRemovedList', 'getPitchAttendance', 'getAgoraToken', 'exitUser', 'ExitLive'] as const),
    ...(['getStagePeople', 'agoraSharescreenAcquire', 'agoraSharescreenStop', 'getSharescreenFileList'] as const),
    ...([
      'getRoomPeople',
      'getPollList',
      'sgGetPitchCaptionsData',
      'sgGetPitchCaptionL',
      'getPitchCaptionSettings',
    ] as const),
    ...(['getChatGroupList', 'sgUpdatePitchPrivateGroup', 'getOwnQuestions', 'getQuestionList'] as const),
    ...(['sgGetPitchPagesData', 'getPitchNotes', 'getPitchPreflight', 'getPitchFileList', 'createPitchFile'] as const),
  ]
  const onPerson: Name[] = ['removeAttendee', 'readmitAttendee', 'lowerHand', 'revokeStage']
  const ofGroup: Name[] = ['getChatGroup', 'deleteChatGroup', 'getOwnReactions', 'getChatHistory']
  const each = (names: readonly Name[], fields: Fields) => Object.fromEntries(names.map(name => [name, fields]))
  return {
    ...each(byUuid, { uuid }),
    ...each(byPitchUuid, { pitch_uuid }),
    ...each(onPerson, { pitch_uuid, user_id }),
    ...each(ofGroup, { group_uuid: of.privateGroup }),
    ...each(['closePoll', 'deletePoll', 'openPoll', 'getOwnVote', 'getPollVotes'], onPoll),
    ...each(['deletePitchFile', 'restorePitchFile', 'getPitchFileLocation'], onFile),
    ...each(['sgUpdatePitchPages', 'updatePageAction'], { pitch_uuid, page: 1 }),
    ...each(['deleteMessage', 'getMessageReactions'], ofMessage),
    getPitchById: { id: of.pitchId },
    deletePitch: { id: of.pitchId, uuid },
    updatePitch: { uuid, ...form },
    approvePitch: { uuid },
    updateApprovePitch: { uuid },
    unapprovePitch: { uuid, reason: 'No valuation' },
    setPitchPending: { uuid, reason: 'Look again' },
    getWaitingInviteeList: { uuid },
    getReminderPlan: { uuid },
    updateReminderPlan: { uuid, minutes_before: [60] },
    remindPitchAttendees: { uuid },
    countListPeople: { uuid, list_ids: [of.person] },
    updatePitchAttendees: { uuid, attendees_arr: [{ email: 'later@fund.example' }] },
    updatePitchInviteAttendees: { uuid, attendees_arr: [{ email: 'later@fund.example' }] },
    schedulePitch: { uuid, attendees_arr: [{ email: 'later@fund.example' }], is_send_now: true },
    getSchedulePitch: { uuid },
    updateSchedulePitch: { id: of.person, uuid, is_send_now: true },
    cancelSchedulePitch: { id: of.person, uuid },
    updateSendLaterAttendees: { uuid, attendees_arr: [{ email: 'later@fund.example' }] },
    addToSchedulePitch: { uuid, attendees_arr: [{ email: 'later@fund.example' }] },
    checkExistingScheduleByAdmin: { uuid },
    addAttendeesToScheduleByAdmin: { schedule_id: of.person, uuid, attendees_arr: [{ email: 'later@fund.example' }] },
    deleteWaitingInvitee: { uuid, id: of.person },
    updateSgCompanyInfo: { uuid, about: 'Taken over' },
    getPitchCompany: { uuid, id: user_id },
    getPitchDocumentPages: { uuid, document: 'about' },
    takeCompanyOver: { uuid, fields: ['about'] },
    updatePitchLockStatus: { uuid, is_locked: true },
    updatePitchSpotlight: { uuid, spotlight: true },
    updatePitchUserId: { uuid, user_id },
    transferPitch: { uuid, user_id, keep: true },
    updateGuestMode: { uuid, on: true },
    invitePitch: { uuid, invite_ids: [of.attendee] },
    invitePitchByManuallyContacts: { uuid, attendees_arr: [{ email: 'mallory@taken.test' }] },
    setJoinLinkDisabled: { uuid, attendee_id: of.attendee, disabled: true },
    createJoinLink: { uuid, attendee_id: of.attendee },
    exportJoinLinks: { uuid },
    getInvitationPreview: { uuid, language: 'en' },
    updateInvitationSlide: { uuid, show: true },
    exportPitchReport: { uuid, kind: 'commitments' },
    createAttendeeFeedback: { uuid, select: 'invest' },
    createPitchEPFeedback: { uuid, rating: 'good' },
    withdrawCommitment: { uuid, id: randomUUID(), reason: 'Taken over' },
    commitInPitch: { uuid, money_amount: '$25,000', initials: 'MM', ...shown },
    startLinkedInShare: { uuid, text: 'Taken over' },
    updatePitchFile: { ...onFile, position: 1 },
    updatePageZoom: { pitch_uuid, page: 1, scale: 2, x: 0.5, y: 0.5 },
    updatePitchLookBack: { pitch_uuid, look_back: 'all' },
    showPitchFile: onFile,
    sgLivingAction: { pitch_uuid, action: 'pause' },
    sgFixPause: { pitch_uuid, is_paused: true },
    setHand: { pitch_uuid, raised: true },
    setRecording: { pitch_uuid, is_recording: true },
    getRecordingCapacity: { pitch_uuid },
    answerRecording: { pitch_uuid, agrees: true, words: 2 },
    noteReading: { pitch_uuid, deck: 0, pages: [{ page: 1, seconds: 10 }] },
    noteWatching: { uuid, spans: [{ from: 0, to: 10 }], place: 10 },
    placeLegalHold: { uuid, reason: 'Dispute' },
    releaseLegalHold: { uuid, reason: 'Settled' },
    releaseRecordingPart: { uuid, from: 1, to: 2 },
    hideRecordingMessage: { uuid, message_id: 1 },
    showRecordingMessage: { uuid, message_id: 1 },
    muteRecording: { uuid, from: 1, to: 2 },
    unmuteRecording: { uuid, from: 1, to: 2 },
    getSgStreamingMp4Info: { pitch_uuid },
    makeRecordingMp4: { uuid, audience: 'team' },
    removeRecordingMp4: { uuid, audience: 'team' },
    sgMergeVideo: { pitch_uuid },
    attachPitchVideo: { uuid, upload_id: 'none' },
    matchPitchVideo: { uuid, slides: [] },
    exportReplayTalk: { uuid, kind: 'captions' },
    reviewRecording: { uuid, result: 'pass' },
    grantStage: { pitch_uuid, user_id, microphone: true, camera: true },
    agoraSharescreenStart: { pitch_uuid, resource_id: of.share, take_over: true },
    savePoll: { ...onPoll, question: 'Taken over?', options: ['A', 'B'] },
    showPollResult: { ...onPoll, is_shown: true },
    votePoll: { ...onPoll, choices: [0] },
    sendCaption: { pitch_uuid, id: randomUUID(), text: 'Taken over', language: 'en', final: true, spoken_ms: 10 },
    setCaptionLanguage: { pitch_uuid, language: 'fr' },
    updatePitchCaptionSettings: { pitch_uuid, keeps: true },
    addChatGroup: { pitch_uuid, members: [of.person], name: 'Taken over' },
    updateChatGroup: { group_uuid: of.privateGroup, name: 'Taken over', added_members: [], left_members: [] },
    readChatGroup: { group_uuid: of.privateGroup, message_id: of.message },
    sendMessage: { group_uuid: of.privateGroup, content: 'Taken over', local_msg_id: randomUUID() },
    editMessage: { ...ofMessage, content: 'Taken over' },
    reactToMessage: { ...ofMessage, emoji: '👏', on: true },
    updatePitchMuteChat: { pitch_uuid, user_id, is_mute_chat: true },
    updatePitchSlowMode: { pitch_uuid, seconds: 30 },
    forwardMessages: { pitch_uuid, message_ids: [of.message] },
    askQuestion: { pitch_uuid, content: 'Taken over?', is_named: true, local_question_id: randomUUID() },
    withdrawQuestion: onQuestion,
    updateQuestion: { ...onQuestion, state: 'dismissed' },
    moveQuestion: onQuestion,
    updatePitchQuestions: { pitch_uuid, open: false },
  }
}

/** Whether a call names a pitch, a chat or something in them. */
export const isOfPitch = (name: string, { input, who }: AnyCall): boolean =>
  who !== 'anyone' &&
  (['getPitchById', 'startLinkedInShare'].includes(name) ||
    Object.keys(input.shape).some(key => /^(pitch_uuid|uuid|group_uuid)$/.test(key)))
