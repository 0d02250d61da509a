import type { languages } from '#contract/fields.ts'
import { fullName } from '#contract/names.ts'
import type { accreditationCalls } from '#features/admin/accreditation/contract.ts'
import { DECLARATION_VERSION, membershipOf, validUntil } from '#features/admin/accreditation/rules.ts'
import { standingOf } from '#features/core/account/server/accreditationQueries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Handler } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import {
  attachProofs,
  insertAccreditation,
  listAccreditations,
  lockAccreditation,
  lockOwner,
  openOf,
  ownAccreditations,
  settleStanding,
  updateAccreditation,
} from './queries.ts'
import { tellOwner } from './tellOwner.ts'

const declarationIn = (language: (typeof languages)[number]) => textsIn(language, 'accreditation')('declaration')

export const getAccreditation: Handler<typeof accreditationCalls.getAccreditation> = async ({ db, actor, now }) => {
  const standing = await standingOf(db, actor.accountId)
  const membership = membershipOf(standing, now)
  return {
    membership,
    is_accredited: membership === 'full',
    end_date_raw: standing.accreditedUntil?.toISOString() ?? null,
    items: await ownAccreditations(db, actor.accountId),
    declaration: {
      version: DECLARATION_VERSION,
      ...{ en: declarationIn('en'), 'zh-Hans': declarationIn('zh-Hans'), 'zh-Hant': declarationIn('zh-Hant') },
    },
  }
}

/** A declaration without proof gives way to one that has some; while one is pending there is no other. */
export const startAccreditation: Handler<typeof accreditationCalls.startAccreditation> = async context => {
  const { db, actor, input, now, fail } = context
  const { way, declaration_version: declarationVersion, declaration_language: declarationLanguage } = input
  if (declarationVersion !== DECLARATION_VERSION) return fail('AccreditationDeclarationChanged')
  const letterDate = way === 'letter' ? input.letter_date : null
  if (letterDate && (letterDate > now.toISOString().slice(0, 10) || validUntil({ way, letterDate }, now) <= now))
    return fail('LetterTooOld', { letter_date: 'letterTooOld' })
  const person = await lockOwner(db, actor.accountId)
  const { id: accountId, organisationId } = person
  const open = await openOf(db, accountId)
  if (open?.state === 'pending' || (open && way === 'self')) return fail('AccreditationStateForbids')
  if (open) await updateAccreditation(db, open.id, { state: 'withdrawn', reviewedAt: now })
  const row = await insertAccreditation(db, {
    ...{ organisationId, accountId, way, letterDate, state: way === 'self' ? 'declared' : 'pending' },
    ...{ declaration: declarationIn(declarationLanguage), declarationVersion, declarationLanguage, submittedAt: now },
  })
  const files = (await attachProofs(db, row, way === 'self' ? [] : input.proof_ids)) ?? fail('EvidenceMissing')
  await settleStanding(db, accountId)
  const detail = {
    ...{ name: fullName(person), way, version: declarationVersion, language: declarationLanguage },
    hashes: files.map(({ sha256 }) => sha256),
  }
  await tell(context, { audit: { action: 'accreditation.submit', subject: accountId, detail, organisationId } })
  return { id: row.id }
}

export const getAccreditationList: Handler<typeof accreditationCalls.getAccreditationList> = ({ db, actor, input }) =>
  listAccreditations(db, actor, input)

const actions = {
  approve: 'accreditation.approve',
  refuse: 'accreditation.refuse',
  undo: 'accreditation.undo',
} as const

/** Of two reviewers at the same moment the second finds what the first has decided. */
export const reviewAccreditation: Handler<typeof accreditationCalls.reviewAccreditation> = async context => {
  const { db, actor, input, now, fail, afterCommit, frame } = context
  const { id, decision, reason } = input
  const found = (await lockAccreditation(db, actor, id)) ?? fail('AccreditationNotFound')
  const { accountId, organisationId } = found
  if (accountId === actor.accountId) return fail('OwnAccreditation')
  const person = await lockOwner(db, accountId)
  const before = decision === 'undo' ? ['verified', 'refused'] : ['pending']
  if (!before.includes(found.state)) return fail('AccreditationStateForbids')
  if (decision === 'undo' && (await openOf(db, accountId))) return fail('AccreditationStateForbids')
  const until = decision === 'approve' ? validUntil(found, now) : null
  if (until && until <= now) return fail('LetterTooOld')
  await updateAccreditation(db, id, {
    state: { approve: 'verified', refuse: 'refused', undo: 'pending' }[decision] as typeof found.state,
    ...{ validUntil: until, reason: decision === 'refuse' ? reason : '', warnedAt: null },
    ...(decision === 'undo'
      ? { reviewedBy: null, reviewedAt: null }
      : { reviewedBy: actor.accountId, reviewedAt: now }),
  })
  await settleStanding(db, accountId)
  const detail = { name: fullName(person), way: found.way, ...(reason && { reason }) }
  await tell(context, { audit: { action: actions[decision], subject: accountId, detail, organisationId } })
  if (decision !== 'undo') {
    const row = { ...found, validUntil: until, reason, reviewedAt: now }
    await tellOwner(context, row, decision === 'approve' ? 'approved' : 'refused')
  }
  // a pitch that needs what was taken back is shut at once: its sockets ask to come in again
  if (found.state === 'verified') afterCommit(() => frame.rooms.disconnect({ accountId }))
  return {}
}
