import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { enterpriseCalls } from '#features/admin/enterprise/contract.ts'
import { idCardNumberOf, licenceNumberOf } from '#features/admin/enterprise/numbers.ts'
import { lockCompany, updateCompanyRow } from '#features/core/company/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Handler } from '#server/context.ts'
import { seal, unseal } from '#server/secrets.ts'
import {
  attachEvidence,
  hasOtherReviewer,
  insertSubmission,
  listSubmissions,
  lockSubmission,
  updateSubmission,
  withdrawPending,
} from './queries.ts'

export const getEnterpriseVerificationList: Handler<typeof enterpriseCalls.getEnterpriseVerificationList> = ({
  db,
  actor,
  input,
}) => listSubmissions(db, actor, input)

/** [STATE-083, STATE-084] From not verified or rejected, which stays in the history. */
export const submitEnterpriseVerification: Handler<
  typeof enterpriseCalls.submitEnterpriseVerification
> = async context => {
  const { db, actor, input, now, frame, fail } = context
  const company = (await lockCompany(db, actor, input.company_id)) ?? fail('CompanyNotFound')
  if (!company.legalName || !company.country) return fail('CompanyIncomplete')
  if (company.verification !== 'notVerified' && company.verification !== 'rejected')
    return fail('VerificationStateForbids')
  const { country, legalName, organisationId } = company
  const licence = licenceNumberOf(input.licence_number, country)
  const idCard = idCardNumberOf(input.id_card_number, country, now)
  if (!licence || !idCard) throw new CallFailed('InputInvalid', brokenNumbers(licence, idCard))
  const id = randomUUID()
  await withdrawPending(db, company.id)
  await insertSubmission(db, {
    ...{ id, organisationId, companyId: company.id, legalName, country, state: 'pendingReview' },
    licenceSealed: await seal(frame.settings, licence, ownerOf(id, 'licence')),
    licenceLastFour: licence.slice(-4),
    idCardSealed: await seal(frame.settings, idCard, ownerOf(id, 'idCard')),
    idCardLastFour: idCard.slice(-4),
    ...{ submittedBy: actor.accountId, submittedAt: now },
  })
  if (!(await attachEvidence(db, company.id, id, input.evidence_ids))) return fail('EvidenceMissing')
  await updateCompanyRow(db, company.id, { verification: 'pendingReview' })
  const detail = { name: company.companyName, files: input.evidence_ids.length }
  await tell(context, { audit: { action: 'enterprise.submit', subject: company.id, detail, organisationId } })
  return { id }
}

const brokenNumbers = (licence?: string, idCard?: string) => ({
  ...(!licence && { licence_number: 'licenceNumber' }),
  ...(!idCard && { id_card_number: 'idCardNumber' }),
})

/** What a sealed number is bound to: copied to another row it cannot be read. */
const ownerOf = (id: string, number: 'licence' | 'idCard') => `enterprise:${id}:${number}`

/** [STATE-085, STATE-086] Once, and not by the person who submitted it as long as another super admin could. */
export const reviewEnterpriseVerification: Handler<
  typeof enterpriseCalls.reviewEnterpriseVerification
> = async context => {
  const { db, actor, input, now, fail } = context
  const { id, approved, reason } = input
  const found = (await lockSubmission(db, actor, id)) ?? fail('VerificationNotFound')
  const company = (await lockCompany(db, actor, found.companyId)) ?? fail('VerificationNotFound')
  if (found.state !== 'pendingReview' || company.verification !== 'pendingReview')
    return fail('VerificationStateForbids')
  const isOwn = found.submittedBy === actor.accountId
  if (isOwn && (await hasOtherReviewer(db, actor.accountId))) return fail('VerificationStateForbids')
  const state = approved ? 'approved' : 'rejected'
  await updateSubmission(db, id, { state, reason, reviewedBy: actor.accountId, reviewedAt: now })
  await updateCompanyRow(db, company.id, { verification: state })
  const { companyName: name, organisationId } = company
  await tell(context, {
    audit: {
      action: approved ? 'enterprise.approve' : 'enterprise.reject',
      subject: company.id,
      detail: { name, reason },
      organisationId,
    },
    notice: {
      accountIds: [found.submittedBy],
      kind: approved ? 'enterpriseApproved' : 'enterpriseRejected',
      params: { name, reason, companyId: company.id },
    },
  })
  return {}
}

/** [STATE-087] */
export const setEnterpriseReviewNeeded: Handler<typeof enterpriseCalls.setEnterpriseReviewNeeded> = async context => {
  const { db, actor, input, fail } = context
  const company = (await lockCompany(db, actor, input.company_id)) ?? fail('CompanyNotFound')
  const verification = input.needed ? 'notVerified' : 'noReviewNeeded'
  if (company.verification === verification) return { verification }
  // an approval is not withdrawn by a setting
  if (company.verification === 'approved' || input.needed !== (company.verification === 'noReviewNeeded'))
    return fail('VerificationStateForbids')
  await withdrawPending(db, company.id)
  await updateCompanyRow(db, company.id, { verification })
  const { id: subject, companyName: name, organisationId } = company
  const action = input.needed ? 'enterprise.needReview' : 'enterprise.needNoReview'
  await tell(context, { audit: { action, subject, detail: { name }, organisationId } })
  return { verification }
}

export const readEnterpriseNumbers: Handler<typeof enterpriseCalls.readEnterpriseNumbers> = async context => {
  const { db, actor, input, frame, fail } = context
  const { settings } = frame
  const { id, ...row } = (await lockSubmission(db, actor, input.id)) ?? fail('VerificationNotFound')
  const [licence_number, id_card_number] = await Promise.all([
    unseal(settings, row.licenceSealed, ownerOf(id, 'licence')),
    unseal(settings, row.idCardSealed, ownerOf(id, 'idCard')),
  ])
  const { companyId: subject, organisationId, legalName: name } = row
  await tell(context, { audit: { action: 'enterprise.read', subject, detail: { name }, organisationId } })
  // another key than the one that sealed them
  if (licence_number === undefined || id_card_number === undefined) throw new Error('the numbers cannot be unsealed')
  return { licence_number, id_card_number }
}
