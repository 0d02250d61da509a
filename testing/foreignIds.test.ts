import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import { giveApp } from './factors.ts'
import { rawCall } from './rawCall.ts'
import { seedPitch } from './startRooms.ts'
import { type Stack, startStack } from './startStack.ts'

/** A word in the other organisation's rows that must never be in an answer. */
const canary = 'canary7'

let stack: Stack
/** One of each kind from the other organisation. */
let foreign: Record<string, string>
beforeAll(async () => {
  stack = await startStack()
  const { investor, secondInvestor, admin } = stack.people
  const as = stack.as('admin')
  await stack.as('investor').updatePersonalInfo({ position: canary })
  const tag = await as.createUserTag({ name: canary })
  await as.changeUsers({ act: 'addTag', tag_id: tag.tag_id, user_ids: [investor.id] })
  await stack.as('investor').createTicket({ content: canary })
  await as.createInviteTypeUser({ email: `${canary}@quill.test`, role_type_live: 'vc' })
  const key = await as.createDeveloperKey({ tag: canary })
  const company = await as.createCompany({ company_name: canary })
  const ein = '12-3456789'
  const where = { country: 'US', state: 'DE', registered_agent: canary }
  const spv = await as.createSpv({ spv_legal_name: canary, ein, ein_again: ein, ...where })
  const terms = { spv_series_name: canary, company_id: company.id, maximum_of_investors: 2 }
  const series = await as.createSpvSeries({ spv_id: spv.id, ...terms })
  const draft = await as.createPitchDraftByPresenter({ presentation_name: canary })
  const list = await as.createList({ list_name: canary, list_type: 'static', shared: true, user_ids: [investor.id] })
  const suppressed = await as.addSuppression({ kind: 'blocks', address: `${canary}@quill.test` })
  const speaks = await as.createPresenterCompany({
    company_id: company.id,
    user_id: stack.people.presenter.id,
    title: canary,
  })
  await as.createAccountAccess({ user_id: investor.id, account_id: secondInvestor.id })
  await as.updateUserRole({ user_id: investor.id, role: 'member' })
  await giveApp(stack, 'investor')
  const idIn = async (table: string) =>
    (await stack.db.execute<{ id: string }>(sql`select id from ${sql.identifier(table)} limit 1`)).rows[0]?.id ?? ''
  foreign = {
    person: investor.id,
    other: secondInvestor.id,
    organisation: admin.organisationId,
    tag: tag.tag_id,
    key: key.id,
    company: company.id,
    speaks: speaks.id,
    spv: spv.id,
    series: series.id,
    draft: draft.id,
    suppressed: suppressed.id,
    list: list.id,
    ...(await aRecording(stack, admin)),
    presenter: stack.people.presenter.id,
    ticket: await idIn('ticket'),
    ticketNumber: String((await stack.db.execute<{ number: string }>(sql`select number from ticket`)).rows[0]?.number),
    invitation: await idIn('invitation'),
    notice: await idIn('notice'),
    factor: await idIn('factor'),
    session: (
      await stack.db.execute<{ id: string }>(sql`select id from session where account_id = ${investor.id} limit 1`)
    ).rows[0]?.id as string,
  }
})
afterAll(() => stack.stop())

/** A recording of a pitch of that person's organisation. */
async function aRecording({ db, people }: Stack, { organisationId }: { organisationId: string }) {
  const { id: pitchId, uuid } = await seedPitch({ db, people }, { state: 'over' })
  const [made] = await db.insert(recording).values({ pitchId, organisationId, endedAt: new Date() }).returning()
  return { recording: made?.id ?? '', pitch: uuid }
}

const texts = {
  ...{ firstname: 'A', lastname: 'B', company_name: '', position: '', location: '' },
  ...{ timezone: 'UTC', language: 'en' },
}
const confirm = { confirm: 'CONFIRM' }

type Name = keyof typeof calls
type Asked = (f: Record<string, string>) => Record<string, unknown>
/** Calls that take nothing but the id of one kind of record. */
const byId = (field: string, kind: string, ...names: Name[]): Partial<Record<Name, Asked>> =>
  Object.fromEntries(names.map(name => [name, f => ({ [field]: f[kind] })]))

/** Every account call that takes an id, with an id of another organisation and otherwise valid input. */
const asked: Partial<Record<Name, Asked>> = {
  createAccountAccess: f => ({ user_id: stack.people.lumenInvestor.id, account_id: f['person'] }),
  deleteAccountAccess: f => ({ user_id: f['person'], account_id: f['other'] }),
  searchAccountList: f => ({ user_id: f['person'] }),
  endSession: f => ({ session_id: f['session'] }),
  getUserListForEp: f => ({ org_id: f['organisation'], tag_id: f['tag'], list_id: f['list'] }),
  createUser: f => ({ ...texts, email: 'new@lumen.test', role_type_live: 'vc', org_id: f['organisation'] }),
  ...byId('user_id', 'person', 'getUserDetail', 'deleteUser', 'restoreUser', 'resendActivation', 'endUserSessions'),
  updateUser: f => ({ ...texts, user_id: f['person'], email: 'mine@lumen.test' }),
  updateUserRole: f => ({ user_id: f['person'], role: 'vc' }),
  setUserDisabled: f => ({ user_id: f['person'], disabled: true }),
  ...byId('user_id', 'person', 'deleteUserAvatar', 'activateAccountByAdmin', 'generateTemporaryPassword'),
  previewUsersAct: f => ({ act: 'delete', user_ids: [f['person']] }),
  changeUsers: f => ({ act: 'delete', user_ids: [f['person']], ...confirm }),
  exportUsers: f => ({ format: 'csv', user_ids: [f['person']] }),
  createUserTag: f => ({ name: 'Mine', org_id: f['organisation'] }),
  updateUserTag: f => ({ tag_id: f['tag'], name: 'Mine', colour: 'red' }),
  deleteUserTag: f => ({ tag_id: f['tag'] }),
  getUserTagList: f => ({ org_id: f['organisation'] }),
  getUserTask: f => ({ task_id: f['ticket'] }),
  getUserInfoById: f => ({ id: f['person'] }),
  getPersonInfo: f => ({ id: f['person'] }),
  getPersonInfoById: f => ({ userid: f['person'] }),
  ...byId('user_id', 'person', 'getFactorsByAdmin', 'clearFactorsByAdmin', 'clearSecurityQuestions'),
  sendCodeByAdmin: f => ({ user_id: f['person'], factor: 'email' }),
  validateCodeByAdmin: f => ({ user_id: f['person'], code: '12345678' }),
  ...byId('factor_id', 'factor', 'setPrimaryFactor', 'removeFactor'),
  confirmFactor: f => ({ factor_id: f['factor'], code: '123456' }),
  forgetDevice: f => ({ device_id: f['factor'] }),
  deleteSuppression: f => ({ id: f['suppressed'], reason: 'Mine' }),
  restoreSuppression: f => ({ id: f['suppressed'] }),
  getSuppressionList: () => ({ kind: 'blocks' }),
  addSuppression: f => ({ kind: 'blocks', address: 'x@lumen.test', org_id: f['organisation'] }),
  ...byId('id', 'notice', 'readNotice', 'deleteNotice', 'restoreNotice'),
  getTicket: f => ({ number: f['ticketNumber'] }),
  answerTicket: f => ({ ticket_id: f['ticket'], content: 'Mine' }),
  addToTicket: f => ({ ticket_id: f['ticket'], content: 'Mine' }),
  setTicketClosed: f => ({ ticket_id: f['ticket'], closed: true }),
  createInviteTypeUser: f => ({ email: 'x@lumen.test', role_type_live: 'vc', org_id: f['organisation'] }),
  invitePresenter: f => ({ email: 'y@lumen.test', org_id: f['organisation'] }),
  ...byId(
    'id',
    'invitation',
    'toggleInviteUser',
    'disableInviteUser',
    'enableInviteUser',
    'deleteInviteUser',
    'resendInviteUser',
  ),
  updateInviteUser: f => ({ id: f['invitation'], firstname: 'Mine' }),
  createDeveloperKey: f => ({ tag: 'mine', org_id: f['organisation'] }),
  createCompany: f => ({ company_name: 'Mine', org_id: f['organisation'] }),
  getEnterpriseVerificationList: f => ({ company_id: f['company'] }),
  submitEnterpriseVerification: f => ({ company_id: f['company'], licence_number: 'L1234', id_card_number: 'P1234' }),
  getPresenterCompanyList: f => ({ company_id: f['company'], user_id: f['presenter'] }),
  createPresenterCompany: f => ({ company_id: f['company'], user_id: stack.people.lumenAdmin.id }),
  ...byId('id', 'speaks', 'updatePresenterCompany', 'deletePresenterCompany'),
  updateCompany: f => ({ id: f['company'], company_name: 'Mine' }),
  ...byId('id', 'company', 'getCompany', 'getCompanyHistory', 'deleteCompany', 'restoreCompany', 'updateCompanyLogo'),
  createList: f => ({ list_name: 'Mine', list_type: 'static', user_ids: [f['person']], org_id: f['organisation'] }),
  updateList: f => ({ id: f['list'], list_name: 'Mine', user_ids: [f['person']] }),
  ...byId('id', 'list', 'getList', 'getListHistory', 'deleteList', 'restoreList'),
  ...byId('list_id', 'list', 'getListMemberDetailList', 'exportListMembers', 'getListUserList'),
  getListTagList: f => ({ org_id: f['organisation'] }),
  addListMembers: f => ({ list_id: f['list'], user_ids: [f['person']] }),
  deleteListMembers: f => ({ list_id: f['list'], ids: [f['person']] }),
  countListPeople: f => ({ list_ids: [f['list']] }),
  getListList: f => ({ org_id: f['organisation'] }),
  ...byId('id', 'company', 'getCompanyPitchList', 'getCompanySeriesList', 'getPitchCompany'),
  updateCompanyDocument: f => ({ id: f['company'], document: 'about' }),
  getPitchCompanyList: f => ({ user_id: f['presenter'] }),
  createSpv: f => ({
    ...{ spv_legal_name: 'Mine', ein: '12-3456780', ein_again: '12-3456780', country: 'SG', state: 'Singapore' },
    ...{ registered_agent: 'Me', org_id: f['organisation'] },
  }),
  updateSpv: f => ({ id: f['spv'], registered_agent: 'Mine' }),
  getSpvSeriesList: f => ({ spv_id: f['spv'] }),
  createSpvSeries: f => ({
    ...{ spv_id: f['spv'], company_id: f['company'], spv_series_name: 'Mine', maximum_of_investors: 1 },
  }),
  updateSpvSeries: f => ({ id: f['series'], spv_series_name: 'Mine' }),
  ...byId('id', 'series', 'getSpvSeries', 'deleteSpvSeries', 'restoreSpvSeries'),
  ...byId('id', 'recording', 'deleteRecording', 'restoreRecording'),
  getReplay: f => ({ uuid: f['pitch'], id: f['recording'] }),
  getRecordingCapacity: f => ({ pitch_uuid: f['pitch'] }),
  getRecordingViewerList: f => ({ uuid: f['pitch'], id: f['recording'] }),
  approveRecording: f => ({ uuid: f['pitch'], id: f['recording'] }),
  unapproveRecording: f => ({ uuid: f['pitch'], id: f['recording'] }),
  getSgStreamingMp4Info: f => ({ pitch_uuid: f['pitch'], id: f['recording'] }),
  makeRecordingMp4: f => ({ uuid: f['pitch'], id: f['recording'], audience: 'team' }),
  removeRecordingMp4: f => ({ uuid: f['pitch'], id: f['recording'], audience: 'team' }),
  exportReplayTalk: f => ({ uuid: f['pitch'], id: f['recording'], kind: 'captions' }),
  clearRecordingPart: f => ({ uuid: f['pitch'], id: f['recording'] }),
  releaseRecordingPart: f => ({ uuid: f['pitch'], id: f['recording'], from: 1, to: 2 }),
  hideRecordingMessage: f => ({ uuid: f['pitch'], id: f['recording'], message_id: 1 }),
  showRecordingMessage: f => ({ uuid: f['pitch'], id: f['recording'], message_id: 1 }),
  muteRecording: f => ({ uuid: f['pitch'], id: f['recording'], from: 1, to: 2 }),
  unmuteRecording: f => ({ uuid: f['pitch'], id: f['recording'], from: 1, to: 2 }),
  noteWatching: f => ({ uuid: f['pitch'], id: f['recording'], spans: [{ from: 0, to: 1 }], place: 1 }),
  ...byId('id', 'spv', 'getSpv', 'deleteSpv', 'restoreSpv'),
  ...byId('id', 'draft', 'getPitchDraftForPresenter', 'getPitchDraftForPitchAdmin'),
  getDraftInvitationPreview: f => ({ id: f['draft'], language: 'en' }),
  ...byId('id', 'draft', 'deletePitchDraft', 'restorePitchDraft'),
  createPitchDraftByPresenter: f => ({ presentation_name: 'Mine', user_id: f['person'] }),
  updatePitchDraftByPresenter: f => ({ id: f['draft'], version: 1, presentation_name: 'Mine' }),
  updatePitchDraftByPitchAdmin: f => ({ id: f['draft'], version: 1, presentation_name: 'Mine' }),
  revokeDeveloperKey: f => ({ id: f['key'] }),
  createNoLoginInvestorAccount: f => ({
    ...{ account_type: 'individual', firstname: 'A', lastname: 'B', org_id: f['organisation'] },
    owner_email: stack.people.investor.email,
  }),
  placeLegalHold: f => ({ uuid: f['pitch'], reason: 'x' }),
  releaseLegalHold: f => ({ uuid: f['pitch'], reason: 'x' }),
  countDueRecordings: f => ({ org_id: f['organisation'], days: 30 }),
  getOrganisationSettings: f => ({ org_id: f['organisation'] }),
  updateOrganisationSettings: f => ({ org_id: f['organisation'], mobile_access: false, session_timeout: 5 }),
  getCommitmentStatementList: f => ({ org_id: f['organisation'] }),
  updateCommitmentStatement: f => ({ org_id: f['organisation'], version: 0, en: 'x', 'zh-Hans': '', 'zh-Hant': '' }),
  updateOrganisationLogo: f => ({ org_id: f['organisation'] }),
}
/** Calls of superadmins, and calls about a pitch, whose access has its own tests. */
const elsewhere = [
  ...['startImpersonate', 'endImpersonate', 'inviteSuperAdmin'],
  ...[
    'reviewEnterpriseVerification',
    'readEnterpriseNumbers',
    'reviewAccreditation',
    'reviewRecording',
    'importCompanies',
    'importListMembers',
  ],
  ...['createPitchByPresenter', 'updatePitchUserId', 'removeAttendee', 'readmitAttendee', 'updatePitchMuteChat'],
  ...['transferPitch', 'ExitLive', 'lowerHand', 'grantStage', 'revokeStage'],
  ...['getMail', 'getPitchById', 'deletePitch', 'withdrawCommitment', 'deleteWaitingInvitee', 'sendCaption'],
  ...['updateSchedulePitch', 'cancelSchedulePitch'],
]

const ofAccounts = /^(user|account|session|tag|task|factor|device|ticket|org)_ids?$|^userid$|^id$/

it('tries every call that takes an id of an account’s data', () => {
  const taking = Object.entries(calls).filter(([, c]) => Object.keys(c.input.shape).some(key => ofAccounts.test(key)))
  const missing = taking.map(([name]) => name).filter(name => !(name in asked) && !elsewhere.includes(name))
  expect(missing).toEqual([])
})

/** The names of all tables whose rows belong to an organisation. */
async function fencedTables(): Promise<string[]> {
  const { rows } = await stack.db.execute<{ name: string }>(sql`select table_name name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id' order by 1`)
  return rows.map(({ name }) => name)
}

/** All rows of the other organisation, except when a session was last used. */
async function rowsOfQuill(): Promise<string> {
  const { organisationId } = stack.people.admin
  const parts = (await fencedTables()).map(
    name => sql`select to_jsonb(t) - ${name === 'session' ? 'last_used_at' : ''}::text row from ${sql.identifier(name)} t
    where organisation_id = ${organisationId}`,
  )
  const ofPeople = ['account_tag', 'notice', 'factor', 'session', 'account_link'].map(
    name => sql`select to_jsonb(t) - 'last_used_at' row from ${sql.identifier(name)} t
      where account_id in (select id from account where organisation_id = ${organisationId})`,
  )
  const home = sql`select to_jsonb(t) row from organisation t where id = ${organisationId}`
  const messages = sql`select to_jsonb(t) row from ticket_message t`
  const all = sql.join([...parts, ...ofPeople, home, messages], sql` union all `)
  const { rows } = await stack.db.execute<{ row: unknown }>(sql`select row from (${all}) x order by row::text`)
  return JSON.stringify(rows)
}

it.each(Object.keys(asked) as Name[])('%s tells and does nothing by the id of another organisation', async name => {
  const before = await rowsOfQuill()
  const headers = { authorization: `Bearer ${stack.people.lumenAdmin.token}` }
  const { body } = await rawCall(stack.app, name, asked[name]?.(foreign), { headers })
  expect(await rowsOfQuill()).toBe(before)
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${canary}|@quill\\.test|Quill Ventures`))
  // a refusal must be due to the id, not to another invalid field
  expect(body.error ?? 'done').not.toBe('InputInvalid')
  const status = body.error ? errors[body.error as keyof typeof errors] : 200
  expect(status).toBeLessThan(500)
})
