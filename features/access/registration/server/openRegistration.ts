import { CallFailed } from '#contract/call.ts'
import { INVITE_DAYS } from '#features/access/registration/rules.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import { firstOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { countMailAsked } from '#server/limits.ts'
import { proofByCode } from './emailCode.ts'
import { daysFrom } from './inviteLinks.ts'
import { type Ground, type Newcomer, openAccount, type Registering, refuseUsername } from './registering.ts'
import { insertRequest } from './requestQueries.ts'

/**
 * Whether an address may register without an invitation to the console: anybody where the installation is open, else
 * whoever was invited to a pitch.
 */
export const mayRegister = ({ settings }: Frame, known: Pick<AccountRow, 'state'> | undefined): boolean =>
  known ? known.state === 'invited' : settings.registration === 'open'

/** Whoever was let in to pitches stays with the organisation that invited them; everybody else comes to the first one. */
export const placeOfOpen =
  (frame: Frame): Ground['place'] =>
  async (db, known) => {
    if (!mayRegister(frame, known)) throw new CallFailed('RegistrationClosed')
    return { organisationId: known?.organisationId ?? (await firstOrganisation(db)), role: 'vc' }
  }

/** Opens an account at once, by the code that was mailed. */
export async function openByCode(context: Registering, newcomer: Newcomer, code: string) {
  const prove = await proofByCode(context, { email: newcomer.email, code })
  return openAccount(context, newcomer, { prove, place: placeOfOpen(context.frame), detail: { by: 'code' } })
}

type Asked = Omit<Newcomer, 'password'> & { readonly kind: 'account' | 'investor' }

/** Keeps what somebody said until they open the mailed link. The answer is the same whoever has that address. */
export async function askForLink({ frame, now, request }: Registering, asked: Asked): Promise<{ mailed: true }> {
  refuseUsername(asked.username)
  await countMailAsked(frame, { ip: request.ip, to: asked.email })
  await frame.db.transaction(async db => {
    const { username = null, investingExperience = null, ...rest } = asked
    const said = { kind: rest.kind, email: rest.email, firstname: rest.firstname, lastname: rest.lastname }
    const { language, timezone, companyName = '' } = rest
    const requestId = await insertRequest(db, {
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
