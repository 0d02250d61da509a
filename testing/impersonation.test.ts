import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { rawCall } from './rawCall.ts'
import { type Stack, startStack } from './startStack.ts'

/** The calls refused while impersonating, listed a second time: a change of a contract has to be made here too. */
const refused: readonly string[] = [
  // money, and declarations in one's own name
  ...['withdrawCommitment', 'joinSeatWaitingList', 'leaveSeatWaitingList'],
  ...['commitInPitch', 'agreePolicy', 'updateInvestorInvestingExperience', 'sendMemberInfo'],
  'unsubscribeEmail',
  // one's own ways to sign in
  ...['signIn', 'updatePassword', 'resetPassword', 'changeUsername', 'generateTemporaryPassword'],
  ...['changeEmail', 'confirmEmail', 'resendEmail', 'sendConfirmationEmail', 'cancelEmailChange', 'undoEmailChange'],
  ...['giveName', 'sendMobileCode', 'verifyMobile', 'endSession', 'endOtherSessions', 'createLoginLog'],
  ...['startFactor', 'confirmFactor', 'setPrimaryFactor', 'removeFactor', 'makeRecoveryCodes', 'forgetDevice'],
  ...['verifyTwoFactorCode', 'verifyPasskey', 'updateSecurityQuestions', 'loginBySecurityQuestion'],
  ...['startSocialLogin', 'handleLinkedInLogin', 'handleGoogleLogin', 'handleFacebookLogin', 'handleWeChatLogin'],
  ...['sendSocialEmailCode', 'confirmSocialEmail', 'startSocialConnect', 'disconnectSocialAccount'],
  ...['register', 'registerByEmail', 'registerTypeUserByEmail', 'registerSuperAdminByEmail', 'registerInvestorByEmail'],
  ...['activeAccount', 'activeInvestorAccount', 'checkActivationLink', 'sendVerificationCodeEmail'],
  // others' ways to sign in
  ...['createUser', 'updateUser', 'updateUserRole', 'deleteUser', 'restoreUser', 'changeUsers', 'setUserDisabled'],
  ...['endUserSessions'],
  ...[
    'resendActivation',
    'activateAccountByAdmin',
    'deleteUserAvatar',
    'createNoLoginInvestorAccount',
    'updateOrganisationSettings',
    'updateCommitmentStatement',
  ],
  ...['clearSecurityQuestions', 'clearFactorsByAdmin', 'sendCodeByAdmin', 'validateCodeByAdmin'],
  ...['createInviteTypeUser', 'invitePresenter', 'inviteSuperAdmin', 'updateInviteUser', 'resendInviteUser'],
  ...['toggleInviteUser', 'disableInviteUser', 'enableInviteUser', 'deleteInviteUser'],
  'createJoinLink',
  'exportJoinLinks',
  ...['createDeveloperKey', 'revokeDeveloperKey', 'createAccountAccess', 'deleteAccountAccess', 'startImpersonate'],
  // the live room
  ...['getJoinInfo', 'startPitch', 'endPitch', 'sgUpdatePitchPages', 'updatePageAction', 'getAgoraToken'],
  ...['sgLivingAction', 'sgFixPause', 'transferPitch', 'exitUser', 'ExitLive'],
  ...['openRehearsal', 'endRehearsal', 'showPitchFile'],
  ...['setHand', 'lowerHand', 'grantStage', 'revokeStage'],
  ...['setRecording', 'answerRecording', 'sgMergeVideo', 'makeRecordingMp4', 'removeRecordingMp4'],
  ...['placeLegalHold', 'releaseLegalHold'],
  ...['approveRecording', 'unapproveRecording'],
  ...['updatePageZoom'],
  ...['agoraSharescreenAcquire', 'agoraSharescreenStart', 'agoraSharescreenStop'],
  ...['openSharescreenLink', 'startSharescreenDevice', 'stopSharescreenDevice'],
  ...['removeAttendee', 'readmitAttendee', 'updatePitchLookBack', 'updateGuestMode'],
  ...['sendCaption', 'sgGetPitchCaptionsData', 'sgGetPitchCaptionL', 'setCaptionLanguage'],
  ...['transcribeSpeech', 'getPitchCaptionSettings', 'updatePitchCaptionSettings'],
  ...['savePoll', 'deletePoll', 'openPoll', 'closePoll', 'showPollResult', 'votePoll', 'getOwnVote'],
  // speaking in one's own name
  ...[
    'sendMessage',
    'updatePitchMuteChat',
    'editMessage',
    'deleteMessage',
    'reactToMessage',
    'updatePitchSlowMode',
    'askQuestion',
    'withdrawQuestion',
    'updateQuestion',
    'moveQuestion',
    'updatePitchQuestions',
    'forwardMessages',
    'addChatGroup',
    'getChatGroupList',
    'updateChatGroup',
    'getChatGroup',
    'deleteChatGroup',
    'readChatGroup',
    'sgUpdatePitchPrivateGroup',
    'createNotInterestedInPitch',
    'deleteNotInterestedInPitch',
    'createAttendeeFeedback',
    'createPitchEPFeedback',
    'startLinkedInShare',
    'startGoogleContacts',
    'importGoogleContacts',
    'handleLinkedInShare',
  ],
  ...['uploadProofFile', 'startAccreditation', 'reviewAccreditation'],
  ...['createEnterpriseEvidence', 'submitEnterpriseVerification', 'reviewEnterpriseVerification'],
  ...['setEnterpriseReviewNeeded', 'readEnterpriseNumbers'],
  ...['sendHelpInfo', 'createTicket', 'addToTicket', 'answerTicket'],
]

/** A call with such a name changes a way to sign in, or money: it is listed above, or here with its reason. */
const suspicious = /password|factor|passkey|totp|question|session|email|username|mobile|commit|role|invite|impersonate/i
const harmless: Readonly<Record<string, string>> = {
  endImpersonate: 'ends it',
  forgotPassword: 'mails the owner of the address, and any visitor may make it',
  sendResetPasswordEmail: 'the same',
  sendUsernameEmail: 'the same',
  sendTwoFactorCode: 'mails a person with a pending second step, which an impersonation never has',
  getPasskeyRequest: 'asks for a challenge, which verifyPasskey would have to answer',
  checkPresenterInviteCode: 'reads a link',
  checkTypeUserInviteCodeExpired: 'reads a link',
  checkSuperAdminInviteCode: 'reads a link',
  invitePitch: 'a part of preparing a pitch',
  invitePitchByManuallyContacts: 'a part of preparing a pitch',
  deleteWaitingInvitee: 'a part of preparing a pitch',
  updateReminderPlan: 'a part of preparing a pitch',
  remindPitchAttendees: 'a part of preparing a pitch',
  updatePitchAttendees: 'a part of preparing a pitch',
  updatePitchInviteAttendees: 'a part of preparing a pitch',
  answerInvitation: 'answers by the token of a mail, which an impersonation does not have',
  schedulePitch: 'a part of preparing a pitch',
  updateSchedulePitch: 'a part of preparing a pitch',
  cancelSchedulePitch: 'a part of preparing a pitch',
  updateSendLaterAttendees: 'a part of preparing a pitch',
  addToSchedulePitch: 'a part of preparing a pitch',
  addAttendeesToScheduleByAdmin: 'a part of preparing a pitch',
}

let stack: Stack
let token: string
beforeAll(async () => {
  stack = await startStack()
  // a person who may make every call that requires a role below superadmin
  const roles = ['admin', 'useradmin', 'pitchadmin', 'presenter', 'vc', 'member']
  const { id } = stack.people.lumenAdmin
  await stack.db.update(account).set({ roles }).where(eq(account.id, id))
  const started = await stack.as('superadmin').startImpersonate({ user_id: id, reason: 'Tries everything' })
  token = started.access_token
})
afterAll(() => stack.stop())

describe('while a superadmin impersonates a person', () => {
  it('refuses the calls in the table, and nothing else', () => {
    const declared = Object.entries(calls).flatMap(([name, c]) => (c.whileImpersonating ? [] : [name]))
    expect(declared.sort()).toEqual([...refused].sort())
  })

  it('permits no call whose name says that it changes a way to sign in or commits money', () => {
    const open = Object.entries(calls).filter(
      ([name, c]) => suspicious.test(name) && !c.reads && !refused.includes(name) && !(name in harmless),
    )
    expect(open.map(([name]) => name)).toEqual([])
  })

  for (const name of refused as (keyof typeof calls)[])
    it(`refuses ${name}, and writes it down`, async () => {
      const { status, body } = await rawCall(stack.app, name, {}, { headers: { authorization: `Bearer ${token}` } })
      const { who } = calls[name]
      const mayElse = who === 'anyone' || who.some(role => role !== 'superadmin' && role !== 'attendee')
      const code = name === 'signIn' ? body.error_code : body.error
      expect([status, code]).toEqual([403, mayElse ? 'NotWhileImpersonating' : 'NotAllowed'])
      const entries = await stack.db
        .select()
        .from(auditEntry)
        .where(
          and(eq(auditEntry.action, 'impersonation.refuse'), eq(auditEntry.impersonatorId, stack.people.superadmin.id)),
        )
      const { id } = stack.people.lumenAdmin
      expect(entries.filter(entry => entry.detail['call'] === name)).toEqual(
        mayElse ? [expect.objectContaining({ actorId: id, subject: id })] : [],
      )
    })
})
