import type { factorCalls } from '#features/access/factor/contract.ts'
import { mobileNumber } from '#features/core/account/mobile.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { refuseSuppressed } from '#features/notify/mail/server/queueMail.ts'
import { type Handler, inTransaction, type OutsideOf, opensTransactions } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { seal } from '#server/secrets.ts'
import { newAppSecret, qrOf } from './app.ts'
import { newPasskeyOptions, PASSKEY_PATIENCE } from './passkeys.ts'
import { prove } from './proof.ts'
import { deleteUnconfirmed, insertFactor, listFactors } from './queries.ts'
import { sendCode } from './sendCode.ts'
import { keepChallenge } from './stepQueries.ts'

type Start = OutsideOf<typeof factorCalls.startFactor>

/** What was begun before and not confirmed is dropped: there is one beginning at a time. */
export const startFactor: Handler<typeof factorCalls.startFactor> = opensTransactions(async context => {
  const { input, actor, frame } = context
  const person = await findAccount(frame.db, actor.accountId)
  await prove(context, person, input.current_pass)
  if (input.factor === 'app') return startApp(context, person)
  if (input.factor === 'passkey') return startPasskey(context, person)
  return startCodes(context, person)
})

type Person = Awaited<ReturnType<typeof findAccount>>

async function startCodes({ input, frame, request, now, fail }: Start, person: Person) {
  const mobile = input.factor === 'sms' ? mobileNumber(input.mobile || person.mobile || '') : undefined
  if (input.factor === 'sms' && !mobile) return fail('MobileNotAllowed', { mobile: 'invalid' })
  // a factor whose codes never arrive would shut its owner out
  if (!mobile) await refuseSuppressed({ db: frame.db, frame }, person)
  await countMailAsked(frame, { ip: request.ip, to: `factor of ${person.id} ${mobile ?? ''}` })
  return inTransaction(frame, async work => {
    await deleteUnconfirmed(work.db, person.id)
    const kind = mobile ? 'sms' : 'email'
    const row = await insertFactor(work.db, { accountId: person.id, kind, mobile: mobile ?? null, createdAt: now })
    const codeFor = { purpose: 'setFactor', subject: row.id } as const
    const sentTo = await sendCode({ ...work, frame, now }, { person, for: codeFor, reason: 'setFactor', mobile })
    return { factor_id: row.id, sent_to: sentTo }
  })
}

async function startApp({ frame, now }: Start, person: Person) {
  const secret = newAppSecret()
  const sealed = await seal(frame.settings, secret, person.id)
  const row = await inTransaction(frame, async ({ db }) => {
    await deleteUnconfirmed(db, person.id)
    return insertFactor(db, { accountId: person.id, kind: 'app', secret: sealed, createdAt: now })
  })
  return { factor_id: row.id, sent_to: '', secret, qr: await qrOf(secret, person.email) }
}

async function startPasskey({ frame, actor, now }: Start, person: Person) {
  const known = (await listFactors(frame.db, person.id)).filter(one => one.kind === 'passkey')
  const { options, challenge } = await newPasskeyOptions(frame, person, known)
  const row = await inTransaction(frame, async ({ db }) => {
    await deleteUnconfirmed(db, person.id)
    const expiresAt = new Date(now.getTime() + PASSKEY_PATIENCE)
    await keepChallenge(db, { sessionId: actor.sessionId, purpose: 'set', challenge, expiresAt })
    return insertFactor(db, { accountId: person.id, kind: 'passkey', createdAt: now })
  })
  return { factor_id: row.id, sent_to: '', options }
}
