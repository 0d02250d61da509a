import { CallFailed } from '#contract/call.ts'
import { isNameOf } from '#features/access/policy/server/agreements.ts'
import { currentVersions } from '#features/access/policy/server/policyTexts.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import { INVITE_DAYS } from '#features/access/registration/rules.ts'
import { type AccountRow, findAccount } from '#features/core/account/server/queries.ts'
import { firstOrganisation } from '#features/core/organisation/server/queries.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { countMailAsked } from '#server/limits.ts'
import { proofByCode } from './emailCode.ts'
import { daysFrom } from './inviteLinks.ts'
import { newcomerOf } from './registerByInvitation.ts'
import {
  type Ground,
  type Newcomer,
  openAccount,
  type Registering,
  refuseUnagreed,
  refuseUsername,
} from './registering.ts'
import { insertRequest, saveInvestingExperience } from './requestQueries.ts'

export const getRegistrationInfo: Handler<typeof registrationCalls.getRegistrationInfo> = async ({ frame }) => {
  const { terms_of_service, privacy_policy } = await currentVersions(frame)
  return {
    open: frame.settings.registration === 'open',
    sends: frame.settings.smtpUrl !== undefined,
    terms_version: terms_of_service,
    privacy_version: privacy_policy,
  }
}

/** Without `email_code` a link is emailed, and its reader chooses the password, so a stranger cannot set one. */
export const registerByEmail: Handler<typeof registrationCalls.registerByEmail> = opensTransactions(async context => {
  const { input } = context
  await refuseUnagreed(context.frame, input)
  const newcomer = newcomerOf({ ...input, password: input.password ?? '' })
  if (input.email_code === undefined) return askForLink(context, { ...newcomer, kind: 'account' })
  return { mailed: false, ...(await openByCode(context, newcomer, input.email_code)) }
})

type Call = typeof registrationCalls.registerInvestorByEmail

/** As registerByEmail, with what an investor says of their experience. */
export const registerInvestorByEmail: Handler<Call> = opensTransactions(async context => {
  const { input } = context
  await refuseUnagreed(context.frame, input)
  const { email, firstname, lastname, username, language, timezone, investing_experience: investingExperience } = input
  const said = { email, firstname, lastname, username, language, timezone, investingExperience }
  if (input.email_code === undefined) return askForLink(context, { ...said, kind: 'investor' })
  const newcomer = { ...said, password: input.password ?? '' }
  return { mailed: false, ...(await openByCode(context, newcomer, input.email_code)) }
})

/**
 * Whether an address may register without an invitation to the console: anyone where the installation is open, else
 * a person who was invited to a pitch.
 */
export const mayRegister = ({ settings }: Frame, known: Pick<AccountRow, 'state'> | undefined): boolean =>
  known ? known.state === 'invited' : settings.registration === 'open'

/**
 * A person who was invited to pitches stays with the organization that invited them; everyone else joins the first one.
 */
export const placeOfOpen =
  (frame: Frame): Ground['place'] =>
  async (db, known) => {
    if (!mayRegister(frame, known)) throw new CallFailed('RegistrationClosed')
    return { organisationId: known?.organisationId ?? (await firstOrganisation(db)), role: 'vc' }
  }

/** Opens an account at once, by the code that was emailed. */
export async function openByCode(context: Registering, newcomer: Newcomer, code: string) {
  const prove = await proofByCode(context, { email: newcomer.email, code })
  return openAccount(context, newcomer, { prove, place: placeOfOpen(context.frame), detail: { by: 'code' } })
}

type Asked = Omit<Newcomer, 'password'> & { readonly kind: 'account' | 'investor' }

/** Keeps a request until the emailed link is opened. The answer is the same for every address. */
export async function askForLink({ frame, now, request }: Registering, asked: Asked): Promise<{ mailed: true }> {
  refuseUsername(asked.username)
  await countMailAsked(frame, { ip: request.ip, to: asked.email })
  await frame.db.transaction(async db => {
    const { username = null, investingExperience = null, ...rest } = asked
    const said = { kind: rest.kind, email: rest.email, firstname: rest.firstname, lastname: rest.lastname }
    const { language, timezone, companyName = '' } = rest
    const { id: requestId } = await insertRequest(db, {
      ...said,
      username: username || null,
      companyName,
      investingExperience,
      language,
      timezone,
      expiresAt: daysFrom(now, INVITE_DAYS),
      createdAt: now,
    })
    await addJob(db, 'mailActivation', { requestId }, { key: `mailActivation:${requestId}` })
  })
  return { mailed: true }
}

export const updateInvestorInvestingExperience: Handler<
  typeof registrationCalls.updateInvestorInvestingExperience
> = async ({ db, input, actor, now, fail }) => {
  if (!isNameOf(await findAccount(db, actor.accountId), input.username)) return fail('NoPermission')
  await saveInvestingExperience(db, actor.accountId, input.investing_experience, now)
  return {}
}
