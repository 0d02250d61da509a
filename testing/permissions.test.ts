import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { type Caller, pathOf, type Role, roles } from '#contract/call.ts'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { newToken } from '#server/tokens.ts'
import { openTestSession } from './people.ts'
import { type Stack, startStack } from './startStack.ts'

const admins = ['superadmin', 'admin', 'useradmin', 'pitchadmin']
const people = [...admins, 'presenter', 'vc', 'member']
const pitchMakers = [...admins, 'presenter']
const everyone = [...people, 'attendee']
const peopleAdmins = ['superadmin', 'admin', 'useradmin']
const pitchAdmins = ['superadmin', 'admin', 'pitchadmin']
const anyone = 'anyone'

type May = readonly string[] | 'anyone'
const may = <K extends keyof typeof calls>(who: May, ...names: K[]) =>
  Object.fromEntries(names.map(name => [name, who])) as Record<K, May>

/** Who may make which call, listed a second time: a change of a contract has to be made here too. */
const table: Record<keyof typeof calls, May> = {
  signIn: anyone,
  getUserInfoByToken: everyone,
  writeLogout: everyone,
  getLoginLogList: ['superadmin', 'admin'],
  ...may(['superadmin', 'admin'], 'getAuditList', 'getLog', 'exportAuditLog'),
  startImpersonate: ['superadmin'],
  endImpersonate: people,
  createAccountAccess: ['superadmin', 'admin'],
  deleteAccountAccess: ['superadmin', 'admin'],
  searchAccountList: ['superadmin', 'admin'],
  getMyAccountAccess: people,
  getLoginInfo: people,
  createLoginLog: people,
  getSessionList: people,
  endSession: people,
  endOtherSessions: people,
  ...may(peopleAdmins, 'createUser', 'getUserListForEp', 'resendActivation', 'setUserDisabled', 'endUserSessions'),
  ...may(peopleAdmins, 'getUserDetail', 'updateUser', 'updateUserRole', 'deleteUser', 'restoreUser'),
  ...may(peopleAdmins, 'activateAccountByAdmin', 'generateUsername', 'generateTemporaryPassword', 'previewUsersAct'),
  ...may(peopleAdmins, 'changeUsers', 'getUserTask', 'exportUsers', 'createUserTag', 'updateUserTag'),
  ...may(peopleAdmins, 'deleteUserAvatar', 'deleteUserTag', 'getUserTagList'),
  ...may(admins, 'getSuppressionList', 'addSuppression', 'deleteSuppression', 'restoreSuppression'),
  ...may(anyone, 'getMailPreferences', 'unsubscribeEmail', 'getPitchCalendar', 'sendJoinLinks'),
  ...may(['superadmin', 'admin', 'useradmin', 'pitchadmin'], 'getMailPreview'),
  getUserOrganisationList: ['superadmin'],
  checkResetPasswordLink: anyone,
  resetPassword: anyone,
  forgotPassword: anyone,
  sendResetPasswordEmail: anyone,
  sendUsernameEmail: anyone,
  updateLastLogin: anyone,
  getPersonalInfo: people,
  updatePersonalInfo: people,
  updateLanguage: everyone,
  giveName: everyone,
  updatePassword: people,
  getUserConfig: people,
  updateUserConfig: people,
  updateAvatar: people,
  deleteAvatar: people,
  checkUsername: people,
  changeUsername: people,
  changeEmail: people,
  confirmEmail: people,
  resendEmail: people,
  cancelEmailChange: people,
  checkUndoEmailLink: anyone,
  undoEmailChange: anyone,
  sendMobileCode: people,
  verifyMobile: people,
  getUserInfoById: peopleAdmins,
  ...may(everyone, 'getPersonInfo', 'getPersonInfoById', 'getPeopleList'),
  getMailList: ['superadmin'],
  getMail: ['superadmin'],
  getViewInBrowserData: anyone,
  createPitchByPresenter: pitchMakers,
  updatePitch: pitchMakers,
  updateSgCompanyInfo: pitchMakers,
  updatePitchLogo: pitchMakers,
  ...may(pitchMakers, 'getPitchCompanyList', 'getPitchCompany', 'getPitchCompanyDrift', 'takeCompanyOver'),
  getPitchListForEp: pitchMakers,
  getPitchListForPresenter: pitchMakers,
  getInvitedPitchList: people,
  ...may(people, 'getAllUpcomingPitches', 'getNotInterestedInPitchList', 'createNotInterestedInPitch'),
  ...may(people, 'deleteNotInterestedInPitch', 'getDashboardPitch', 'getNotInterestedCount'),
  getPitchesNow: people,
  getPitchDetail: everyone,
  getPitchDocumentPages: everyone,
  getPitchById: pitchMakers,
  deletePitch: pitchMakers,
  restorePitch: pitchMakers,
  updatePitchLockStatus: pitchAdmins,
  updatePitchSpotlight: pitchAdmins,
  getAssigneeList: admins,
  updatePitchUserId: pitchAdmins,
  RestartPitch: pitchMakers,
  resetPitch: pitchAdmins,
  sgGetPitchPagesData: everyone,
  getPitchNotes: people,
  getPitchPreflight: people,
  getPitchFileList: people,
  createPitchFile: people,
  updatePitchFile: people,
  deletePitchFile: people,
  restorePitchFile: people,
  getPitchFileLocation: people,
  getUploadedFile: pitchMakers,
  invitePitchByManuallyContacts: pitchMakers,
  invitePitch: pitchMakers,
  getPitchAttendeeList: pitchMakers,
  createJoinLink: pitchMakers,
  exportJoinLinks: pitchMakers,
  getInvitationPreview: pitchMakers,
  updateInvitationSlide: pitchMakers,
  setJoinLinkDisabled: pitchMakers,
  exchangeJoinLink: anyone,
  GetDefaultInfoByUUID: anyone,
  CheckPitchUUID: anyone,
  getJoinInfo: everyone,
  startPitch: people,
  endPitch: people,
  sgUpdatePitchPages: people,
  getPitchStatus: everyone,
  getPageAction: everyone,
  updatePageAction: people,
  updatePageZoom: people,
  getRoomPeople: everyone,
  removeAttendee: people,
  readmitAttendee: people,
  getRemovedList: people,
  editMessage: everyone,
  deleteMessage: everyone,
  reactToMessage: everyone,
  getMessageReactions: everyone,
  getOwnReactions: everyone,
  updatePitchSlowMode: people,
  askQuestion: everyone,
  getOwnQuestions: everyone,
  withdrawQuestion: everyone,
  getQuestionList: people,
  updateQuestion: people,
  moveQuestion: people,
  updatePitchQuestions: people,
  forwardMessages: people,
  updatePitchLookBack: people,
  getPitchAttendance: people,
  getAgoraToken: everyone,
  getVideoTest: anyone,
  sgLivingAction: people,
  sgFixPause: people,
  showPitchFile: people,
  ...may(pitchMakers, 'createPitchDraftByPresenter', 'updatePitchDraftByPresenter', 'getPitchDraftListForPresenter'),
  ...may(pitchMakers, 'getPitchDraftForPresenter', 'deletePitchDraft', 'restorePitchDraft', 'copyPitch'),
  getDraftInvitationPreview: pitchMakers,
  ...may(pitchAdmins, 'updatePitchDraftByPitchAdmin', 'getPitchDraftListAll', 'getPitchDraftForPitchAdmin'),
  ...may(pitchAdmins, 'approvePitch', 'updateApprovePitch', 'unapprovePitch', 'setPitchPending'),
  ...may(pitchMakers, 'getPitchReviewList', 'getPitchReview', 'getWaitingInviteeList', 'deleteWaitingInvitee'),
  ...may(pitchMakers, 'schedulePitch', 'getSchedulePitchList', 'getSchedulePitch', 'updateSchedulePitch'),
  ...may(pitchMakers, 'getContactSources', 'startGoogleContacts', 'importGoogleContacts'),
  ...may(pitchMakers, 'cancelSchedulePitch', 'updateSendLaterAttendees', 'addToSchedulePitch'),
  ...may(pitchMakers, 'getReminderPlan', 'updateReminderPlan', 'remindPitchAttendees'),
  ...may(pitchMakers, 'updatePitchAttendees', 'updatePitchInviteAttendees'),
  ...may('anyone', 'getInvitation', 'answerInvitation'),
  ...may(pitchAdmins, 'checkExistingScheduleByAdmin', 'addAttendeesToScheduleByAdmin'),
  openRehearsal: people,
  endRehearsal: people,
  getRehearsal: people,
  transferPitch: people,
  prepareEndPitchData: people,
  exitUser: everyone,
  ExitLive: everyone,
  getSessionInfo: everyone,
  setHand: everyone,
  lowerHand: people,
  getStagePeople: people,
  grantStage: people,
  revokeStage: everyone,
  setRecording: people,
  getRecordingCapacity: people,
  answerRecording: everyone,
  ...may(people, 'deleteRecording', 'restoreRecording', 'getRecordingViewerList'),
  ...may(everyone, 'getReplay', 'hasReplay', 'noteWatching', 'noteReading'),
  ...may(everyone, 'exportReplayTalk', 'getSgStreamingMp4Info'),
  ...may(people, 'getPitchAttention', 'exportPitchAttention'),
  ...may(people, 'makeRecordingMp4', 'removeRecordingMp4', 'sgMergeVideo'),
  ...may(people, 'attachPitchVideo', 'removePitchVideo', 'retryPitchVideo', 'matchPitchVideo', 'getPitchVideo'),
  ...may(people, 'approveRecording', 'unapproveRecording'),
  ...may(pitchAdmins, 'releaseRecordingPart', 'clearRecordingPart'),
  ...may(pitchAdmins, 'muteRecording', 'unmuteRecording', 'hideRecordingMessage', 'showRecordingMessage'),
  reviewRecording: ['superadmin'],
  getRecordingList: pitchMakers,
  updateGuestMode: people,
  getHiddenUserList: people,
  getGuestList: everyone,
  savePoll: people,
  deletePoll: people,
  openPoll: people,
  closePoll: people,
  showPollResult: people,
  votePoll: everyone,
  getOwnVote: everyone,
  getPollList: people,
  getPollVotes: people,
  agoraSharescreenAcquire: people,
  agoraSharescreenStart: people,
  agoraSharescreenStop: people,
  getSharescreenFileList: people,
  openSharescreenLink: anyone,
  startSharescreenDevice: anyone,
  stopSharescreenDevice: anyone,
  getLiveStatus: everyone,
  sendCaption: everyone,
  sgGetPitchCaptionsData: everyone,
  sgGetPitchCaptionL: everyone,
  setCaptionLanguage: everyone,
  getPitchCaptionSettings: everyone,
  updatePitchCaptionSettings: everyone,
  googleTranslation: everyone,
  transcribeSpeech: everyone,
  exportPitchCaptions: people,
  sendMessage: everyone,
  addChatGroup: everyone,
  getChatGroupList: everyone,
  updateChatGroup: everyone,
  getChatGroup: everyone,
  deleteChatGroup: everyone,
  readChatGroup: everyone,
  sgUpdatePitchPrivateGroup: people,
  updatePitchMuteChat: people,
  getChatHistory: everyone,
  createAttendeeFeedback: everyone,
  getMyFeedback: everyone,
  getAttendeeFeedbackList: people,
  createPitchEPFeedback: everyone,
  getMyPitchEPFeedback: everyone,
  getPitchEPFeedbackList: people,
  ...may(['vc', 'member', 'attendee'], 'commitInPitch', 'joinSeatWaitingList', 'leaveSeatWaitingList'),
  ...may(people, 'withdrawCommitment', 'getSeatWaitingList'),
  getSeriesForPitch: pitchMakers,
  getMyCommitment: everyone,
  getCommitmentTerms: everyone,
  getCommitmentList: people,
  getCommitmentStatementList: ['superadmin', 'admin'],
  updateCommitmentStatement: ['superadmin', 'admin'],
  exportPitchReport: people,
  getPitchQuestions: people,
  getPitchChat: people,
  ...may(['superadmin', 'admin'], 'countDueRecordings', 'placeLegalHold', 'releaseLegalHold'),
  getOrganisationSettings: ['superadmin', 'admin'],
  updateOrganisationSettings: ['superadmin', 'admin'],
  getNoticeList: people,
  readNotice: people,
  readAllNotices: people,
  deleteNotice: people,
  restoreNotice: people,
  createInviteTypeUser: peopleAdmins,
  invitePresenter: pitchAdmins,
  inviteSuperAdmin: ['superadmin'],
  ...may(admins, 'getInviteTypeUserList', 'toggleInviteUser', 'disableInviteUser', 'enableInviteUser'),
  ...may(admins, 'deleteInviteUser', 'updateInviteUser', 'resendInviteUser'),
  checkPresenterInviteCode: anyone,
  checkTypeUserInviteCodeExpired: anyone,
  checkSuperAdminInviteCode: anyone,
  ...may(['superadmin', 'admin'], 'createDeveloperKey', 'getDeveloperKeyList', 'revokeDeveloperKey'),
  ...may(admins, 'getCompanyList', 'getCompany', 'createCompany', 'updateCompany', 'deleteCompany', 'restoreCompany'),
  ...may(pitchMakers, 'getListList', 'countListPeople'),
  ...may(admins, 'getList', 'getListHistory', 'createList', 'updateList', 'deleteList', 'restoreList'),
  ...may(admins, 'getListMemberDetailList', 'addListMembers', 'deleteListMembers'),
  ...may(admins, 'importListMembers', 'exportListMembers', 'getListUserList', 'getListTagList'),
  ...may(pitchAdmins, 'getCompanyPitchList', 'getCompanySeriesList'),
  ...may(
    admins,
    'getCompanyHistory',
    'updateCompanyDocument',
    'updateCompanyLogo',
    'exportCompanies',
    'importCompanies',
  ),
  ...may(admins, 'createPresenterCompany', 'updatePresenterCompany', 'deletePresenterCompany'),
  getPresenterCompanyList: pitchMakers,
  ...may(pitchAdmins, 'getSpvSeriesList', 'getSpvSeries', 'createSpvSeries', 'updateSpvSeries', 'deleteSpvSeries'),
  restoreSpvSeries: pitchAdmins,
  ...may(pitchAdmins, 'getSpvList', 'getSpv', 'createSpv', 'updateSpv', 'deleteSpv', 'restoreSpv'),
  ...may(admins, 'getEnterpriseVerificationList', 'createEnterpriseEvidence', 'submitEnterpriseVerification'),
  ...may(['superadmin'], 'reviewEnterpriseVerification', 'setEnterpriseReviewNeeded', 'readEnterpriseNumbers'),
  ...may(everyone, 'getAccreditation', 'uploadProofFile', 'startAccreditation'),
  ...may(peopleAdmins, 'getAccreditationList', 'reviewAccreditation'),
  getPartnerPitchList: anyone,
  joinAsGuest: anyone,
  createNoLoginInvestorAccount: peopleAdmins,
  getNoLoginInvestorAccountList: peopleAdmins,
  register: anyone,
  registerByEmail: anyone,
  registerTypeUserByEmail: anyone,
  registerSuperAdminByEmail: anyone,
  registerInvestorByEmail: anyone,
  activeAccount: anyone,
  activeInvestorAccount: anyone,
  checkActivationLink: anyone,
  sendVerificationCodeEmail: anyone,
  getRegistrationInfo: anyone,
  updateInvestorInvestingExperience: people,
  sendMemberInfo: anyone,
  agreePolicy: people,
  getMyAgreements: people,
  checkUserForConsoleLogin: anyone,
  sendTwoFactorCode: anyone,
  verifyTwoFactorCode: anyone,
  getPasskeyRequest: anyone,
  verifyPasskey: anyone,
  getFactors: people,
  startFactor: people,
  confirmFactor: people,
  setPrimaryFactor: people,
  removeFactor: people,
  makeRecoveryCodes: people,
  forgetDevice: people,
  getSecurityQuestions: people,
  updateSecurityQuestions: people,
  clearSecurityQuestions: people,
  loginBySecurityQuestion: anyone,
  ...may(peopleAdmins, 'sendCodeByAdmin', 'validateCodeByAdmin', 'getFactorsByAdmin', 'clearFactorsByAdmin'),
  sendHelpInfo: people,
  createTicket: people,
  createVisitorTicket: anyone,
  getMyTicketList: people,
  getTicketList: ['superadmin', 'admin'],
  getTicket: people,
  answerTicket: ['superadmin', 'admin'],
  addToTicket: people,
  setTicketClosed: people,
  startSocialLogin: anyone,
  handleLinkedInLogin: anyone,
  handleGoogleLogin: anyone,
  handleFacebookLogin: anyone,
  handleWeChatLogin: anyone,
  sendSocialEmailCode: anyone,
  confirmSocialEmail: anyone,
  getSocialAccounts: people,
  startSocialConnect: people,
  disconnectSocialAccount: people,
  startLinkedInShare: pitchMakers,
  handleLinkedInShare: anyone,
  getSiteInfo: anyone,
  ...may(anyone, 'checkAllowedHost', 'getUserIp', 'getPolicy'),
  updateOrganisationLogo: ['superadmin', 'admin'],
  sendConfirmationEmail: people,
}

let stack: Stack
const tokens = new Map<Caller, () => Promise<string>>()

beforeAll(async () => {
  stack = await startStack()
  const { organisationId } = stack.people.presenter
  for (const role of roles) {
    const id = await seedRole(role, organisationId)
    tokens.set(role, () => openTestSession(stack.db, id, organisationId))
  }
  tokens.set('attendee', () => openJoinSession())
})
afterAll(() => stack.stop())

async function seedRole(role: Role, organisationId: string): Promise<string> {
  const [row] = await stack.db
    .insert(account)
    .values({ organisationId, email: `${role}@role.test`, roles: [role], state: 'active' })
    .returning()
  return row?.id ?? ''
}

async function openJoinSession(): Promise<string> {
  const { organisationId, id: userId } = stack.people.presenter
  const startsAt = new Date(Date.now() + 3_600_000)
  const [made] = await stack.db
    .insert(pitch)
    .values({
      organisationId,
      userId,
      presentationName: 'Seed round',
      presenterName: 'Paul',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3_600_000),
      startZone: 'UTC',
      endZone: 'UTC',
      state: 'scheduled',
    })
    .returning()
  const { token, hash } = newToken()
  await stack.db.insert(session).values({
    kind: 'join',
    accountId: stack.people.investor.id,
    organisationId,
    pitchId: made?.id ?? 0,
    tokenHash: hash,
    tokenExpiresAt: new Date(Date.now() + 3_600_000),
    ip: '127.0.0.1',
  })
  return token
}

/** A call's answer to a caller without any input: access is decided before the input is read. */
async function outcome(name: keyof typeof calls, caller: Caller | 'nobody') {
  const token = caller === 'nobody' ? undefined : await tokens.get(caller)?.()
  const answer = await stack.app.inject({
    method: calls[name].method,
    url: pathOf(name, calls[name]),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(calls[name].method === 'POST' ? { payload: {} } : {}),
  })
  const error = (answer.json() as { error?: string }).error
  return error === 'NotSignedIn' || error === 'NotAllowed' ? error : 'passed'
}

describe('who may make which call', () => {
  it('has every call in the table', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(calls).sort())
  })
  for (const name of Object.keys(table) as (keyof typeof calls)[]) {
    it(name, async () => {
      const may = table[name]
      const expected: Record<string, string> = { nobody: may === 'anyone' ? 'passed' : 'NotSignedIn' }
      const found: Record<string, string> = { nobody: await outcome(name, 'nobody') }
      for (const caller of tokens.keys()) {
        expected[caller] = may === 'anyone' || may.includes(caller) ? 'passed' : 'NotAllowed'
        found[caller] = await outcome(name, caller)
      }
      expect(found).toEqual(expected)
    })
  }
})
