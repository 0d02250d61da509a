import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import type { Upload } from '#contract/fields.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import type { accreditationCalls } from '#features/admin/accreditation/contract.ts'
import { MOST_PROOFS, PROOFS_KEPT_DAYS, WARNED_DAYS } from '#features/admin/accreditation/rules.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { MailContext } from '#features/notify/mail/server/queueMail.ts'
import { sendPdf, storeDocument } from '#features/planning/plan/server/documents.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import { prepares } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { encodePicture } from '#server/pictures/encode.ts'
import { readPicture } from '#server/pictures/pictures.ts'
import { putForCall } from '#server/storage/forCall.ts'
import { isUuid } from '#server/uuid.ts'
import {
  countWaiting,
  findProof,
  insertProof,
  lockOwner,
  markWarned,
  type ProofRow,
  removeOldProofs,
} from './queries.ts'
import { tellOwner } from './tellOwner.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes proofs that no submission took within a day, and those of decisions of long ago. */
    tidyProofs: Record<string, never>
    /** Removes the stored files of rows that are gone. */
    removeProofFiles: { keys: readonly string[] }
    warnOfExpiry: Record<string, never>
  }
}

type Call = typeof accreditationCalls.uploadProofFile
type Stored = Pick<ProofRow, 'key' | 'filename' | 'type' | 'sha256'>
const DAY = 86_400_000

/** The file is checked and stored before the transaction, which only refers to it. A picture is drawn anew. */
export const uploadProofFile = prepares<Call, Stored>(
  async ({ frame, actor, input, fail }) => {
    // counted first, as checking and drawing take longest; the transaction counts once more
    if ((await countWaiting(frame.db, actor.accountId)) >= MOST_PROOFS) return fail('TooManyUploads')
    const folder = `accreditation-files/${actor.accountId}`
    const { file } = input
    if (/\.pdf$/i.test(file.filename)) {
      // storing takes the file
      const hash = await hashOf(file)
      return { ...(await storeDocument(frame, actor, folder, file)), type: 'pdf', sha256: hash }
    }
    const drawn = await encodePicture(await readPicture(file), 'proof', actor)
    const key = `${folder}/${randomBytes(16).toString('hex')}.webp`
    await putForCall(frame.storage, key, drawn)
    return { key, filename: nameOf(file.filename), type: 'picture', sha256: sha256(drawn) }
  },
  async ({ db, actor, now, fail }, stored) => {
    const { id: accountId, organisationId } = await lockOwner(db, actor.accountId)
    if ((await countWaiting(db, accountId)) >= MOST_PROOFS) return fail('TooManyUploads')
    const { id, filename } = await insertProof(db, { organisationId, accountId, ...stored, createdAt: now })
    return { id, filename }
  },
)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function hashOf({ path }: Upload): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

const nameOf = (given: string): string =>
  given
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200) || 'picture'

/** Serves proofs to their owner and to the reviewers of the organization. Each look of a reviewer is audited. */
export function serveProofs(app: FastifyInstance, frame: Frame): void {
  app.get<{ Params: { id: string } }>('/accreditation-files/:id', async (request, reply) => {
    const { id } = request.params
    const actor = await actorOf(frame, request)
    if (!actor) throw new CallFailed('NotSignedIn')
    const reviews = actor.roles.some(role => (callers.peopleAdmins as readonly string[]).includes(role))
    const proof = isUuid(id) ? await findProof(frame.db, actor, reviews, id) : undefined
    if (!proof) throw new CallFailed('NotFound')
    const { accountId: subject, organisationId, filename: name, sha256: hash } = proof
    if (subject !== actor.accountId || actor.impersonatorId)
      await writeAudit(
        { db: frame.db, actor, request },
        { action: 'accreditation.readFile', subject, detail: { name, hash }, organisationId },
      )
    if (proof.type === 'pdf') return sendPdf(frame, reply, proof, 'no-store')
    const stored = await frame.storage.read(proof.key)
    if (!stored) throw new CallFailed('NotFound')
    return reply
      .header('cache-control', 'no-store')
      .header('content-length', stored.size)
      .header('x-content-type-options', 'nosniff')
      .type('image/webp')
      .send(stored.stream)
  })
}

export const accreditationJobs = {
  tidyProofs: async (_payload, { db, storage }) => {
    const now = rightTime()
    const before = { unused: new Date(now - DAY), decided: new Date(now - PROOFS_KEPT_DAYS * DAY) }
    for (const key of await removeOldProofs(db, before)) await storage.remove(key)
  },
  removeProofFiles: async ({ keys }, { storage }) => {
    for (const key of keys) await storage.remove(key)
  },
  warnOfExpiry: async (_payload, frame) => {
    const now = rightNow()
    await frame.db.transaction(async db => {
      const soon = await markWarned(db, now, new Date(now.getTime() + WARNED_DAYS * DAY))
      const context: MailContext = { db, frame, enqueue: (...job) => addJob(db, ...job) }
      for (const row of soon) await tellOwner(context, row, 'expires')
    })
  },
} satisfies JobHandlers
