import { fullName } from '#contract/names.ts'
import { purgeFactors } from '#features/access/factor/server/queries.ts'
import { purgeAgreements } from '#features/access/policy/server/queries.ts'
import { purgeChanges } from '#features/access/profile/server/changeQueries.ts'
import { purgeLinks } from '#features/access/recovery/server/linkQueries.ts'
import { purgeRegistrations } from '#features/access/registration/server/requestQueries.ts'
import { purgeSessions } from '#features/access/session/server/queries.ts'
import { purgeSocialAccounts } from '#features/access/social/server/queries.ts'
import { purgeAccreditations } from '#features/admin/accreditation/server/queries.ts'
import { purgeTickets } from '#features/admin/support/server/queries.ts'
import { RESTORABLE_DAYS } from '#features/core/account/match.ts'
import { type Forgotten, forgetPerson } from '#features/core/account/server/forgetQueries.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { purgeTags } from '#features/core/account/server/tagQueries.ts'
import { purgeCompanyLinks } from '#features/core/company/server/presenterQueries.ts'
import { purgeAttendees } from '#features/core/part/server/attendeeQueries.ts'
import { purgePresenter } from '#features/core/pitch/server/purgeQueries.ts'
import { purgeMails } from '#features/notify/mail/server/queries.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { purgeNotices } from '#features/notify/notice/server/purgeQueries.ts'
import { forgetAddresses } from '#features/notify/suppression/server/suppressing.ts'
import { purgeReviews } from '#features/planning/approval/server/queries.ts'
import { purgeDrafts } from '#features/planning/draft/server/purgeQueries.ts'
import { purgeJoinLinks } from '#features/planning/invite/server/linkQueries.ts'
import { purgeWaiting } from '#features/planning/invite/server/waitingQueries.ts'
import { purgeLists } from '#features/planning/list/server/queries.ts'
import { purgeScheduled } from '#features/planning/send/server/queries.ts'
import { purgeWaits } from '#features/results/commitment/server/waitQueries.ts'
import { purgeAside } from '#features/results/dashboard/server/purgeQueries.ts'
import { purgeContacts } from '#features/results/feedback/server/queries.ts'
import { purgeLines } from '#features/results/replay/server/jobs.ts'
import { forgetNames } from '#features/room/guest/server/takeNames.ts'
import { purgePageReads } from '#features/room/room/server/stays.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import type { Settings } from '#server/settings.ts'
import { endTerm } from './endTerm.ts'
import { actOnEach } from './manyUsers.ts'
import { forgetTasks, lockTask, noteProgress, type TaskRow } from './taskQueries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** An act on more users than a call waits for. */
    changeUsers: { taskId: string }
    /** When a deleted account can no longer be restored. */
    purgeUser: { accountId: string }
    forgetUserTasks: Record<string, never>
    /** The last moment of a user's term has passed. */
    endTerm: { accountId: string }
  }
}

const DAY = 86_400_000
/** Users between two updates of the progress; repeating a batch after a crash has no further effect. */
const CHUNK = 50
/** The most failures that a task stores, in case it fails for thousands of users. */
const MOST_FAILURES = 500
/** How long the outcome of a task is kept, in days. */
const TASKS_KEPT = 7

export const usersJobs = {
  changeUsers: async ({ taskId }, frame, { signal }) => {
    for (let goesOn = true; goesOn && !signal?.aborted; ) {
      const afterwards: (() => void | Promise<void>)[] = []
      goesOn = await frame.db.transaction(async db => {
        const task = await lockTask(db, taskId)
        if (!task) return false
        const now = rightNow()
        const ids = task.userIds.slice(task.done, task.done + CHUNK)
        const actor = actorOf(await findAccount(db, task.accountId))
        const { act, detail } = task
        const failures = await actOnEach(db, { frame, actor, now, act, detail }, ids, afterwards)
        const done = task.done + ids.length
        const endedAt = done >= task.userIds.length ? now : null
        await noteProgress(db, task.id, {
          done,
          endedAt,
          failures: [...task.failures, ...failures].slice(0, MOST_FAILURES),
        })
        if (endedAt) await tellOf(db, task, failures.length)
        return endedAt === null
      })
      for (const act of afterwards) await act()
    }
    if (signal?.aborted) throw new Error('the server stops; the task goes on when it runs again')
  },
  purgeUser: async ({ accountId }, frame) => {
    const isForgotten = await frame.db.transaction(async tx => {
      const before = new Date(rightTime() - RESTORABLE_DAYS * DAY)
      const gone = await forgetPerson(tx, accountId, before)
      if (gone) await forgetElsewhere(tx, gone, frame.settings)
      return gone !== undefined
    })
    // a room is not to wait for all the others; what a crash leaves, the repeat does
    if (isForgotten) await forgetNames(frame, accountId)
  },
  forgetUserTasks: async (_payload, { db }) => {
    const now = rightNow()
    await forgetTasks(db, now, new Date(now.getTime() - TASKS_KEPT * DAY))
  },
  endTerm: ({ accountId }, frame) => endTerm(frame, accountId, rightNow()),
} satisfies JobHandlers

/** Erases what the other words store of a user; each decides what goes and what stays (see docs/security.md). */
async function forgetElsewhere(db: Transaction, gone: Forgotten, settings: Settings): Promise<void> {
  await purgeTags(db, gone.id)
  await purgeCompanyLinks(db, gone.id)
  await purgeFactors(db, gone.id)
  await purgeSocialAccounts(db, gone.id)
  await purgeSessions(db, gone)
  await purgeAgreements(db, gone.id)
  await purgeRegistrations(db, gone)
  await purgeJoinLinks(db, gone.id)
  await purgeAttendees(db, gone, rightNow())
  await purgePresenter(db, gone)
  await purgeReviews(db, gone)
  await purgeDrafts(db, gone)
  await purgeWaiting(db, gone)
  await purgeScheduled(db, gone)
  await purgeLists(db, gone)
  await purgeNotices(db, gone.id)
  await purgeTickets(db, gone)
  await purgeContacts(db, gone)
  await purgeWaits(db, gone.id)
  await purgeLines(db, gone.id)
  await purgePageReads(db, gone.id)
  await purgeAside(db, gone.id)
  const keys = await purgeAccreditations(db, gone.id)
  if (keys.length > 0) await addJob(db, 'removeProofFiles', { keys }, { key: `removeProofFiles:${gone.id}` })
  const sentTo = [...(await purgeLinks(db, gone.id)), ...(await purgeChanges(db, gone.id))]
  const recipients = [...new Set([...gone.recipients, ...sentTo])]
  await purgeMails(db, recipients)
  await forgetAddresses(db, settings, recipients)
}

/** A notice, because the caller may have closed the window long ago. */
async function tellOf(db: Transaction, task: TaskRow, newFailures: number): Promise<void> {
  const failed = task.failures.length + newFailures
  const params = { taskId: task.id, done: task.userIds.length - failed, failed }
  await createNotice(db, { accountIds: [task.accountId], kind: 'usersChanged', params })
}

/** The caller of a task, as they are now: `lockPerson` checks their rights again for every user. */
const actorOf = (me: Awaited<ReturnType<typeof findAccount>>): Actor => ({
  accountId: me.id,
  organisationId: me.organisationId,
  roles: me.roles as Actor['roles'],
  sessionId: '',
  pitchId: undefined,
  isPending: false,
  needsFactor: false,
  mustChangePassword: false,
  mustAgree: false,
  impersonatorId: undefined,
  email: me.email,
  name: fullName(me),
  language: me.language,
  timezone: me.timezone,
})
