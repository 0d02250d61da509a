import { type AnyCall, pathOf } from './call.ts'
import type { calls } from './calls.ts'

/** How the browser reaches a call. */
export interface CallPath {
  readonly path: string
  readonly answer: AnyCall['answer']
  readonly reads: boolean
}

const data = (path: AnyCall['path'] = 'token', reads = false) => ({ path, answer: 'data', reads }) as const
const read = (path: AnyCall['path'] = 'token') => data(path, true)
const list = (path: AnyCall['path'] = 'token') => ({ path, answer: 'results', reads: true }) as const

/**
 * Where each call is, without the schemas, which the browser never loads. The type keeps it complete, and a test keeps
 * it equal to the contract.
 */
const table = {
  signIn: { path: '/restapi/v1.4/oauth/token/pbx/', answer: 'bare', reads: false },
  getUserInfoByToken: read(),
  writeLogout: data(),
  getLoginLogList: list(),
  createUser: data(),
  getUserListForEp: list(),
  resendActivation: data(),
  setUserDisabled: data(),
  checkResetPasswordLink: read('basic'),
  resetPassword: data('basic'),
  getPersonalInfo: read(),
  updatePersonalInfo: data(),
  updatePassword: data(),
  getUserConfig: read(),
  updateUserConfig: data(),
  getMailList: list(),
  getMail: read(),
  createPitchByPresenter: data(),
  updatePitch: data(),
  getPitchListForEp: list(),
  getPitchListForPresenter: list(),
  getInvitedPitchList: list(),
  getPitchDetail: read(),
  getPitchById: read(),
  deletePitch: data(),
  restorePitch: data(),
  updatePitchLockStatus: data(),
  getAssigneeList: list(),
  updatePitchUserId: data(),
  RestartPitch: data(),
  resetPitch: data(),
  invitePitchByManuallyContacts: data(),
  invitePitch: data(),
  getPitchAttendeeList: list(),
  setJoinLinkDisabled: data(),
  exchangeJoinLink: data('basic'),
  GetDefaultInfoByUUID: read('basic/Pitch'),
  CheckPitchUUID: read('basic/Pitch'),
  getJoinInfo: data(),
  startPitch: data(),
  endPitch: data(),
  sgUpdatePitchPages: data(),
  getPitchStatus: read(),
  getPageAction: read(),
  updatePageAction: data(),
  getRoomPeople: list(),
  removeAttendee: data(),
  readmitAttendee: data(),
  getPitchAttendance: list(),
  getAgoraToken: read(),
  sendMessage: data('/imapi/v1.4/instant/messaging/send'),
  getChatHistory: list(),
  createAttendeeFeedback: data(),
  getMyFeedback: read(),
  getAttendeeFeedbackList: list(),
  createPitchEPFeedback: data(),
  getMyPitchEPFeedback: read(),
  getPitchEPFeedbackList: list(),
  commitInPitch: data(),
  getMyCommitment: read(),
  getCommitmentList: list(),
  exportPitchReport: data(),
  sgGetPitchPagesData: read(),
  getPitchFileList: list(),
  createPitchFile: data(),
  updatePitchFile: data(),
  deletePitchFile: data(),
  restorePitchFile: data(),
  getPitchFileLocation: data(),
  getUploadedFile: read(),
  getOrganisationSettings: read(),
  updateOrganisationSettings: data(),
} satisfies Record<keyof typeof calls, { path: AnyCall['path']; answer: AnyCall['answer']; reads: boolean }>

export const paths: Readonly<Record<keyof typeof calls, CallPath>> = Object.fromEntries(
  Object.entries(table).map(([name, c]) => [name, { ...c, path: pathOf(name, c) }]),
) as never
