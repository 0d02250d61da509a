import { findRehearsal, removeRehearsal } from '#features/core/pitch/server/rehearsalQueries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { isForgotten } from '#features/planning/rehearsal/rules.ts'
import { closeVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { lastSeenIn } from '#features/room/room/server/stays.ts'
import { rightNow } from '#server/clock.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { removeRehearsalLater, watchRehearsalLater } from './ending.ts'

export const rehearsalJobs = {
  watchRehearsal: async ({ pitchId }, frame) => {
    const now = rightNow()
    const ended = await frame.db.transaction(async tx => {
      const open = await findRehearsal(tx, pitchId)
      if (open?.state !== 'inProgress') return undefined
      const seen = await lastSeenIn(tx, pitchId)
      if (!isForgotten(open.createdAt, seen, now)) {
        await watchRehearsalLater(tx, pitchId, now)
        return undefined
      }
      if (!(await changePitchState(tx, { id: pitchId }, 'end'))) return undefined
      await removeRehearsalLater(tx, pitchId, now)
      return appendEvent({ db: tx, frame }, pitchId, 'pitchEnded', { endedAt: now.toISOString() }, undefined)
    })
    if (!ended) return
    frame.rooms.publish(pitchId, [ended])
    await closeVideoRoom(frame.media, pitchId)
  },
  removeRehearsal: async ({ pitchId }, frame) => {
    const over = await findRehearsal(frame.db, pitchId)
    if (!over || over.state === 'inProgress') return
    frame.rooms.disconnect({ attendeesOf: pitchId, andTeam: true })
    await removeRehearsal(frame.db, pitchId)
  },
} satisfies JobHandlers
