import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { policyPath } from '#features/access/policy/rules.ts'
import { insertTask } from '#features/admin/users/server/taskQueries.ts'
import { recordReport } from '#features/notify/mail/server/reports/record.ts'
import { everywhere, showTo } from '#features/notify/suppression/server/suppressing.ts'
import { makePdf } from '#testing/decks.ts'
import { appCode, freshAddress, passwordIn } from '#testing/factors.ts'
import type { OAuthServer } from '#testing/oauthServer.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { agreed, form } from '#testing/registrationStack.ts'
import { openBrowser } from '#testing/socialBrowser.ts'
import type { RoomStack } from '#testing/startRooms.ts'
import { uploadCall } from '#testing/upload.ts'

const proof = { current_pass: goodPassword }

/**
 * Accounts with everything that belongs to them: factors, devices, connections, links, tags, agreements and questions
 * to support.
 */
export async function fillAccounts(stack: RoomStack, provider: OAuthServer): Promise<void> {
  for (const { id } of Object.values(stack.people)) await givePassword(stack.db, id)
  await register(stack)
  await administer(stack)
  await changeProfile(stack)
  await protect(stack)
  await connect(stack, provider)
  await support(stack)
}

/** Administrators' actions on people. */
async function administer(stack: RoomStack) {
  const { people } = stack
  const admin = stack.as('admin')
  await admin.createUser({ email: 'new@quill.test', firstname: 'Nora', lastname: 'New', role_type_live: 'vc' })
  const { tag_id } = await admin.createUserTag({ name: 'Climate', colour: 'green' })
  const user_ids = [people.investor.id, people.secondInvestor.id]
  await admin.changeUsers({ act: 'addTag', tag_id, user_ids })
  // as for more people than one call changes
  await insertTask(stack.db, {
    accountId: people.admin.id,
    act: 'enable',
    detail: {},
    userIds: user_ids,
    createdAt: new Date(),
  })
  await admin.exportUsers({ user_ids, format: 'csv' })
  await admin.createAccountAccess({ user_id: people.member.id, account_id: people.investor.id })
  await admin.createInviteTypeUser({ email: 'asked@elsewhere.test', role_type_live: 'vc' })
  const { id: company_id } = await admin.createCompany({
    ...{ company_name: 'Harbour', legal_name: 'Harbour Robotics B.V.', industry: 'Enterprise Software', country: 'NL' },
    ...{ about_the_company: 'Cranes that see.', website: 'harbour.example', obfuscated_company_name: 'Project Quay' },
  })
  await admin.createPresenterCompany({ company_id, user_id: people.presenter.id, title: 'CEO' })
  const evidence = { bytes: await makePdf(1), name: 'register.pdf' }
  const of = { company_id, kind: 'licence' }
  const { body } = await uploadCall(stack.app, 'createEnterpriseEvidence', people.admin.token, evidence, of)
  const proof = await uploadCall(stack.app, 'uploadProofFile', people.investor.token, evidence, {})
  await stack.as('investor').startAccreditation({
    ...{ way: 'income', proof_ids: [proof.body.data.id], declaration_version: 2, declaration_language: 'en' },
  })
  const numbers = { licence_number: 'KVK 12345678', id_card_number: 'NX1234567' }
  await admin.submitEnterpriseVerification({ company_id, ...numbers, evidence_ids: [body.data.id] })
  const { id: spv_id } = await admin.createSpv({
    ...{ spv_legal_name: 'Harbour Ventures Master LLC', ein: '12-3456789', ein_again: '12-3456789' },
    ...{ country: 'US', state: 'DE', registered_agent: 'Harbour Agents, Inc.' },
  })
  await admin.createSpvSeries({
    ...{ spv_id, company_id, spv_series_name: 'Series A', status: 'open', maximum_of_investors: 99 },
    ...{ currency: 'EUR', minimum_co_investment: 'EUR 25,000', date_of_formation: '2026-11-02' },
  })
  await admin.createDeveloperKey({ tag: 'website' })
  const { id: list_id } = await admin.createList({ list_name: 'Angels', list_type: 'static', user_ids, shared: true })
  await admin.addListMembers({ list_id, contacts: [{ email: 'angel@elsewhere.example', firstname: 'Angel' }] })
  await admin.createList({ list_name: 'Active', list_type: 'dynamic', dynamic: { state: 'active', tag_id } })
  await admin.addSuppression({ kind: 'blocks', address: '@elsewhere.example', reason: 'asked us not to' })
  await bounce(stack)
  const entity = { account_type: 'entity', firstname: 'Harbour Fund', owner_email: people.investor.email } as const
  await admin.createNoLoginInvestorAccount(entity)
  await admin.updateOrganisationSettings({ allow_security_questions: true })
  await admin.updateCommitmentStatement({ version: 0, en: 'Not an offer.', 'zh-Hans': '', 'zh-Hant': '' })
  await stack.as('superadmin').startImpersonate({ user_id: people.member.id, reason: 'asked for help' })
}

/** A mail that came back. */
async function bounce({ db, frame, people }: RoomStack) {
  const reported = { outcome: 'bounces', source: 'smtp', address: 'gone@elsewhere.example' } as const
  const report = { ...reported, id: 'smtp:example', detail: '550 5.1.1 no such user', at: new Date() }
  await db.transaction(tx => recordReport(tx, frame, report))
  const found = await everywhere(db, frame.settings, 'bounces', reported.address)
  if (found) await showTo(db, found.id, people.admin.organisationId, report.detail)
}

async function changeProfile(stack: RoomStack) {
  const presenter = stack.as('presenter')
  await presenter.updatePersonalInfo({ position: 'Founder', location: 'Rotterdam', mobile: '+31 6 12345678', ...proof })
  await presenter.changeEmail({ email: 'paul@elsewhere.test', ...proof })
  await presenter.updateUserConfig({ colour_scheme: 'dark' })
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  await uploadCall(stack.app, 'updateAvatar', stack.people.presenter.token, {
    bytes,
    name: 'me.png',
    type: 'image/png',
  })
  await stack.as('investor').updateInvestorInvestingExperience({ username: 'investor', investing_experience: 'none' })
  // the operator's own texts are kept with the day on which they were first seen
  const folder = join(stack.frame.settings.dataDir, 'policies/en')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'privacy-policy.md'), '# Privacy\n\nWe keep what a pitch needs.')
  const { policy_versions: versions } = await stack.as('member').getUserInfoByToken({})
  for (const policy_type of ['terms_of_service', 'privacy_policy'] as const) {
    const file_path = policyPath(policy_type, versions?.[policy_type])
    await stack.as('member').agreePolicy({ username: 'member', policy_type, file_path })
  }
  await stack.as('investor').sendResetPasswordEmail({ email: 'investor@quill.test' })
}

/** Second steps: set, used, remembered by a browser, guessed wrong, and begun. */
async function protect(stack: RoomStack) {
  const coHost = stack.as('coHost')
  const { factor_id, secret = '' } = await coHost.startFactor({ factor: 'app', ...proof })
  const { recovery_codes } = await coHost.confirmFactor({ factor_id, code: appCode(secret) })
  await coHost.updateSecurityQuestions({
    questions: [
      { question: 'Where did you learn to swim?', answer: 'in the harbour' },
      { question: 'What was your first boat called?', answer: 'Petrel' },
    ],
    ...proof,
  })
  const [used = ''] = recovery_codes
  const first = await passwordIn(stack, 'coHost', freshAddress())
  await first.as.verifyTwoFactorCode({ factor: 'recovery', code: used, remember: true })
  const second = await passwordIn(stack, 'coHost', freshAddress())
  await second.as.verifyTwoFactorCode({ factor: 'app', code: '000000' }).catch(() => {})
  await stack.as('member').startFactor({ factor: 'email', ...proof })
  await stack.as('member').startFactor({ factor: 'passkey', ...proof })
  const { refresh } = await passwordIn(stack, 'investor', freshAddress())
  await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token: refresh })
}

/** An account that is connected to an external one, and a sign-in there in progress. */
async function connect(stack: RoomStack, provider: OAuthServer) {
  const { email } = stack.people.secondInvestor
  const [done, begun] = [openBrowser(stack), openBrowser(stack)]
  const person = { sub: 'ines', name: 'Ines Second', email, email_verified: true, hd: 'quill.test' }
  await done.comeBack('google', provider.authorize(await done.start('google'), person))
  await begun.start('google')
}

async function register(stack: RoomStack) {
  const visitor = stack.as('nobody')
  await visitor.sendVerificationCodeEmail({ email: 'rita@elsewhere.test', type: 'register' })
  await visitor.registerByEmail(form({ email: 'rita@elsewhere.test', ...agreed }))
}

async function support(stack: RoomStack) {
  await stack.as('investor').createTicket({ content: 'Which documents do you need from me?' })
  const { items } = await stack.as('admin').getTicketList({})
  const ticket_id = items[0]?.id ?? ''
  await stack.as('admin').answerTicket({ ticket_id, content: 'Your passport is enough.' })
}
