import { roles } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import { activeWithRoles, findAccount, idsOfSuperadmins } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { holdOrganisation, lockOrganisation } from '#features/core/organisation/server/queries.ts'
import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import { sharePitch } from '#features/core/pitch/server/state.ts'
import { type MailContext, mailTo, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { emptyRecording } from '#features/room/recording/server/queries.ts'
import {
  type DueRecording,
  dueRecordings,
  lockDue,
  noteDue,
  organisationsWithRetention,
  takeWarningsBack,
} from '#features/room/recording/server/retentionQueries.ts'
import { removeCaptions } from '#features/talk/caption/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { recordingsDueMail } from './emails.ts'
import { foldersOf, removeMedia } from './jobs.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Warns of recordings whose retention period is over soon, and removes those of which was warned. */
    applyRetention: Record<string, never>
  }
}

export const retentionJobs = {
  applyRetention: async (_payload, frame) => {
    const now = rightNow()
    await frame.db.transaction(takeWarningsBack)
    for (const id of await organisationsWithRetention(frame.db)) await warnOf(frame, id, now)
    for (const due of await dueRecordings(frame.db, now)) await expire(frame, due, now)
  },
} satisfies JobHandlers

/** Warns the people of an organization once of each recording that is due soon: each person by one email and one notice. */
async function warnOf(frame: Frame, organisationId: string, now: Date): Promise<void> {
  await frame.db.transaction(async db => {
    // of several servers the second one finds what the first has noted
    const of = await lockOrganisation(db, organisationId)
    if (!of?.recordingDays) return
    const due = await noteDue(db, organisationId, now)
    if (due.length === 0) return
    const context: MailContext = { db, frame, enqueue: (...job) => addJob(db, ...job) }
    const { readers, admins } = await readersOf(db, organisationId, due)
    for (const [accountId, recordings] of readers) {
      const [first] = recordings as [DueRecording]
      const params = { count: recordings.length, until: first.dueAt.toISOString().slice(0, 10) }
      await createNotice(db, { accountIds: [accountId], kind: 'recordingsDue', params })
      const person = await findAccount(db, accountId)
      await queueMail(context, {
        ...mailTo(person),
        ...{ key: `recordingsDue:${organisationId}:${accountId}:${now.getTime()}`, kind: 'recordingsDue' },
        ...recordingsDueMail(person.language, {
          ...{ name: fullName(person), organisation: of.name, days: of.recordingDays, recordings },
          isAdmin: admins.has(accountId),
          zone: person.preferredTimezone ?? person.timezone,
          url: `${frame.settings.publicUrl}/pitches/recordings?due=1`,
        }),
      })
    }
  })
}

/** Who is warned of which recordings: admins of all, presenters of their own; super admins of those that no one else has. */
async function readersOf(db: MailContext['db'], organisationId: string, due: readonly DueRecording[]) {
  const admins = new Set(await activeWithRoles(db, organisationId, ['admin']))
  const active = new Set(await activeWithRoles(db, organisationId, roles))
  const readers = new Map<string, DueRecording[]>()
  const others = await idsOfSuperadmins(db)
  for (const row of due) {
    const own = active.has(row.ownerId) ? [row.ownerId] : []
    const all = new Set([...admins, ...own])
    for (const id of all.size > 0 ? all : others) readers.set(id, [...(readers.get(id) ?? []), row])
  }
  return { readers, admins: admins.size > 0 ? admins : new Set(others) }
}

/** Removes a recording for good whose retention period is over; its row stays, and says when it went. */
async function expire(
  frame: Frame,
  { id, pitchId, organisationId }: Awaited<ReturnType<typeof dueRecordings>>[number],
  now: Date,
): Promise<void> {
  await frame.db.transaction(async db => {
    // in this order, as elsewhere: neither the period nor the pitch changes until the commit
    await holdOrganisation(db, organisationId)
    await sharePitch(db, pitchId)
    if (await isHeld(db, pitchId)) return
    const found = await lockDue(db, id, now)
    if (!found) return
    const { isAttached, startedAt, endedAt } = found.recording
    await emptyRecording(db, id, now)
    if (!isAttached) await removeCaptions(db, pitchId, startedAt, endedAt ?? now)
    await removeMedia(db, foldersOf(id))
    const detail = { name: found.name, pitch: found.pitchUuid, days: found.days }
    await writeAudit({ db }, { action: 'recording.expire', subject: id, organisationId, detail })
  })
}
