import { CallFailed } from '#contract/call.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { placeOfOpen } from './openRegistration.ts'
import { openAccount, type Registering, refuseUnagreed } from './registering.ts'
import { lockRequestByToken, type RequestRow, takeRequest } from './requestQueries.ts'

/**
 * The request of an emailed link. Fails with LinkNotFound and LinkExpired; opening an expired one emails a new one to
 * the same address.
 */
export async function requestOf({ frame, now, request }: Registering, code: string): Promise<RequestRow> {
  const tokenHash = hashToken(code)
  const found = await frame.db.transaction(async db => {
    const row = await lockRequestByToken(db, tokenHash)
    // an old link while a newer one works sends nothing
    if (row && !row.usedAt && row.expiresAt <= now)
      await addJob(db, 'mailActivation', { requestId: row.id }, { key: `mailActivation:${row.id}` })
    return row
  })
  if (!found) {
    await countWrongLink(frame, request.ip)
    throw new CallFailed('LinkNotFound')
  }
  if (found.usedAt || found.expiresAt <= now || found.tokenHash !== tokenHash) throw new CallFailed('LinkExpired')
  return found
}

/** [CALL-200, CALL-201] The link proves the mailbox, and its reader chooses the password. */
export const activate = (kind: RequestRow['kind']): Handler<typeof registrationCalls.activeAccount> =>
  opensTransactions(async context => {
    const { input, now, frame, fail } = context
    await refuseUnagreed(context.frame, input)
    const row = await requestOf(context, input.account)
    if (row.kind !== kind) return fail('LinkNotFound')
    const { id, email, firstname, lastname, companyName, language, timezone } = row
    const username = input.username ?? row.username ?? undefined
    const investingExperience = row.investingExperience ?? undefined
    const said = { email, firstname, lastname, username, companyName, language, timezone, investingExperience }
    return openAccount(
      context,
      { ...said, password: input.password },
      {
        prove: async () => async db => {
          if (!(await takeRequest(db, id, now))) throw new CallFailed('LinkExpired')
        },
        place: placeOfOpen(frame),
        detail: { by: 'link' },
      },
    )
  })

type Call = typeof registrationCalls.checkActivationLink

export const checkActivationLink: Handler<Call> = opensTransactions(async context => {
  const { email, firstname } = await requestOf(context, context.input.account)
  return { email, firstname }
})

export const activeAccount: Handler<typeof registrationCalls.activeAccount> = activate('account')

export const activeInvestorAccount: Handler<typeof registrationCalls.activeInvestorAccount> = activate('investor')
