import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { type CompanyDocument, companyDocuments, type StoredDocument } from '#features/core/company/rules.ts'
import { findCompany, lockCompany, updateCompanyRow } from '#features/core/company/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { sendPdf, storeDocument } from '#features/planning/plan/server/documents.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { isUuid } from '#server/uuid.ts'
import { documentColumns, idOf } from './answers.ts'

/** The storage folder of a company's documents. */
export const documentFolder = (companyId: string) => `company-documents/${companyId}`

type Call = typeof companiesCalls.updateCompanyDocument

async function replaceDocument(context: ContextOf<Call>, stored: StoredDocument | null) {
  const { db, actor, input, now, frame, afterCommit, fail } = context
  const before = (await lockCompany(db, actor, input.id)) ?? fail('CompanyNotFound')
  const column = documentColumns[input.document]
  await updateCompanyRow(db, before.id, { [column]: stored, updatedAt: now })
  const { id: subject, companyName: name, organisationId } = before
  const detail = { name, document: input.document, removed: !stored }
  await tell(context, { audit: { action: 'company.document', subject, detail, organisationId } })
  const old = before[column]
  if (old) afterCommit(() => frame.storage.remove(old.key))
  return {}
}

/** The file is checked and stored before the transaction, which only refers to it. */
export const updateCompanyDocument = prepares<Call, StoredDocument | null>(async ({ frame, actor, input, fail }) => {
  const company = (await findCompany(frame.db, actor, input.id)) ?? fail('CompanyNotFound')
  return input.file ? storeDocument(frame, actor, documentFolder(company.id), input.file) : null
}, replaceDocument)

/** Serves documents as downloads to people who manage the company; a pitch has a copy. */
export function serveCompanyDocuments(app: FastifyInstance, frame: Frame): void {
  type Params = { company: string; text: string; id: string }
  app.get<{ Params: Params }>('/company-documents/:company/:text/:id', async (request, reply) => {
    const { company: companyId, text, id } = request.params
    const actor = await actorOf(frame, request)
    if (!actor) throw new CallFailed('NotSignedIn')
    const mayRead = actor.roles.some(role => (callers.adminKinds as readonly string[]).includes(role))
    const isAddress = isUuid(companyId) && (companyDocuments as readonly string[]).includes(text)
    const company = mayRead && isAddress ? await findCompany(frame.db, actor, companyId) : undefined
    const document = company?.[documentColumns[text as CompanyDocument]]
    return sendPdf(frame, reply, document && idOf(document) === id ? document : undefined)
  })
}
