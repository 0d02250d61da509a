import { setSessionCookies } from '#features/access/session/server/cookies.ts'
import { insertLoginLog } from '#features/access/session/server/loginLogQueries.ts'
import { admit } from '#features/access/signIn/server/admit.ts'
import { refusalOf } from '#features/access/signIn/server/signIn.ts'
import type { Entry } from '#features/access/social/contract.ts'
import { type AccountRow, findAccount, findAccountByEmail } from '#features/core/account/server/queries.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { mailTo } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { connectedMail } from './emails.ts'
import { clearFlowCookie, type FlowContext, flowEnd } from './flow.ts'
import { deleteFlow, type Flow, findConnection, insertConnection, keepIdentity, noteUse } from './queries.ts'
import type { Identity } from './tables.ts'

type Fail = (
  code:
    | 'SocialNoAccount'
    | 'SocialTaken'
    | 'SocialStateWrong'
    | 'AccountNotActivated'
    | 'AccountNotEnabled'
    | 'NoPermission',
) => never

/**
 * Decides about a person whom a provider has named. A connected person comes in; so does one who proves the address of an
 * active account, which is connected then; an address that the provider does not confirm connects nothing.
 */
export async function enter(context: FlowContext, fail: Fail, flow: Flow, identity: Identity): Promise<Entry> {
  const { frame, now } = context
  const connected = await findConnection(frame.db, flow.provider, identity.subject)
  if (connected) return admitPerson(context, fail, flow, identity, await findAccount(frame.db, connected.accountId))
  if (!identity.isEmailProven) {
    await keepIdentity(frame.db, flow.id, identity, flowEnd(now))
    return entry('proveEmail', flow, identity)
  }
  const person = await findAccountByEmail(frame.db, identity.email)
  if (person && !person.deletedAt && person.state !== 'invited')
    return admitPerson(context, fail, flow, identity, person)
  await endFlow(context, flow)
  return frame.settings.registration === 'open' ? entry('register', flow, identity) : fail('SocialNoAccount')
}

/** Signs a person in, and connects the provider to their account where it is not yet. */
async function admitPerson(
  context: FlowContext,
  fail: Fail,
  flow: Flow,
  identity: Identity,
  person: AccountRow,
): Promise<Entry> {
  const { frame, request, now } = context
  const username = identity.email || `${flow.provider}: ${identity.name || identity.subject}`
  const refused = person.deletedAt ? 'AccountNotEnabled' : refusalOf(person, now)
  if (refused) {
    const owner = { accountId: person.id, organisationId: person.organisationId }
    await insertLoginLog(frame.db, { ...owner, username, description: refused, ip: request.ip, at: now })
    await endFlow(context, flow)
    return fail(refused)
  }
  const opened = await frame.db.transaction(async db => {
    const known = await findConnection(db, flow.provider, identity.subject)
    if (known && known.accountId !== person.id) return fail('SocialTaken')
    if (known) await noteUse(db, flow.provider, identity, now)
    else await connect(db, context, fail, flow.provider, identity, person)
    await deleteFlow(db, flow.id)
    return admit(db, { request, now }, { person, way: flow.provider, username })
  })
  setSessionCookies(context, opened)
  clearFlowCookie(context)
  return entry('signedIn', flow, identity)
}

/** Connects a provider to an account and notifies its owner by email, in case it was another person. */
export async function connect(
  db: Transaction,
  { frame, request, now }: FlowContext,
  fail: Fail,
  provider: Provider,
  identity: Identity,
  person: AccountRow,
): Promise<void> {
  const inserted = await insertConnection(db, { accountId: person.id, provider, identity, now })
  if (!inserted) return fail('SocialTaken')
  const { picture } = identity
  if (picture) await addJob(db, 'takeProviderPicture', { accountId: person.id, address: picture })
  const owner = { accountId: person.id, organisationId: person.organisationId }
  const { id, firstname, language } = person
  const { name } = identity
  const url = `${frame.settings.publicUrl}/personal-info/settings`
  await tell(
    { db, frame, request, actor: owner, enqueue: (...job) => addJob(db, ...job) },
    {
      audit: { action: 'social.connect', subject: id, detail: { provider, name } },
      mail: {
        ...mailTo(person),
        ...{ key: `socialConnected:${id}:${provider}:${now.getTime()}`, kind: 'socialConnected' },
        ...connectedMail(language, { firstname, provider, name, url }),
      },
    },
  )
}

/** Connects a provider to the caller's account. Only the session that started this may finish it. */
export async function connectOwn(
  context: FlowContext,
  fail: Fail,
  flow: Flow,
  identity: Identity,
  actor: { accountId: string; sessionId: string } | undefined,
): Promise<Entry> {
  if (!actor || actor.sessionId !== flow.sessionId) {
    await endFlow(context, flow)
    return fail('SocialStateWrong')
  }
  await context.frame.db.transaction(async db => {
    const person = await findAccount(db, actor.accountId)
    const known = await findConnection(db, flow.provider, identity.subject)
    if (known?.accountId === actor.accountId) await noteUse(db, flow.provider, identity, context.now)
    else await connect(db, context, fail, flow.provider, identity, person)
    await deleteFlow(db, flow.id)
  })
  clearFlowCookie(context)
  return entry('connected', flow, identity)
}

async function endFlow(context: FlowContext, flow: Flow): Promise<void> {
  await deleteFlow(context.frame.db, flow.id)
  clearFlowCookie(context)
}

const entry = (outcome: Entry['outcome'], { goTo }: Flow, { email, firstname, lastname }: Identity): Entry => ({
  outcome,
  go_to: goTo,
  email,
  firstname,
  lastname,
})
