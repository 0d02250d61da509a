import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import type { enterpriseCalls } from '#features/admin/enterprise/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { findCompany, lockCompany } from '#features/core/company/server/queries.ts'
import { sendPdf, storeDocument } from '#features/planning/plan/server/documents.ts'
import { rightTime } from '#server/clock.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { isUuid } from '#server/uuid.ts'
import { findEvidence, insertEvidence, removeUnusedEvidence } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes documents that no submission took within a day. */
    tidyEvidence: Record<string, never>
  }
}

/** The storage folder of the documents by which a company was to be verified. */
export const evidenceFolder = (companyId: string) => `enterprise-files/${companyId}`

type Call = typeof enterpriseCalls.createEnterpriseEvidence
type Stored = Awaited<ReturnType<typeof storeDocument>>

async function noteEvidence(context: ContextOf<Call>, { key, filename }: Stored) {
  const { db, actor, input, now, fail } = context
  const company = (await lockCompany(db, actor, input.company_id)) ?? fail('CompanyNotFound')
  const { id: companyId, organisationId } = company
  const { id } = await insertEvidence(db, {
    organisationId,
    companyId,
    kind: input.kind,
    key,
    filename,
    createdAt: now,
  })
  return { id, filename }
}

/** The file is checked and stored before the transaction, which only refers to it. */
export const createEnterpriseEvidence = prepares<Call, Stored>(async ({ frame, actor, input, fail }) => {
  const company = (await findCompany(frame.db, actor, input.company_id)) ?? fail('CompanyNotFound')
  return storeDocument(frame, actor, evidenceFolder(company.id), input.file)
}, noteEvidence)

/**
 * Serves documents, which may show an identity card, as downloads to people who manage the company. Each download is
 * audited.
 */
export function serveEvidence(app: FastifyInstance, frame: Frame): void {
  app.get<{ Params: { id: string } }>('/enterprise-files/:id', async (request, reply) => {
    const { id } = request.params
    const actor = await actorOf(frame, request)
    if (!actor) throw new CallFailed('NotSignedIn')
    const mayRead = actor.roles.some(role => (callers.adminKinds as readonly string[]).includes(role))
    const document = mayRead && isUuid(id) ? await findEvidence(frame.db, actor, id) : undefined
    if (document) {
      const { companyId: subject, organisationId, filename: name } = document
      await writeAudit(
        { db: frame.db, actor, request },
        { action: 'enterprise.readFile', subject, detail: { name }, organisationId },
      )
    }
    return sendPdf(frame, reply, document, 'no-store')
  })
}

export const enterpriseJobs = {
  tidyEvidence: async (_payload, { db, storage }) => {
    const keys = await removeUnusedEvidence(db, new Date(rightTime() - 86_400_000))
    for (const key of keys) await storage.remove(key)
  },
} satisfies JobHandlers
