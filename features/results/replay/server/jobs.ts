import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import { KEPT_DAYS } from '#features/results/replay/rules.ts'
import { egressFolder, isOfEgress, removeOutputs } from '#features/room/recording/server/egress/outputs.ts'
import { lineFolder, recordingFolder } from '#features/room/recording/server/keys.ts'
import { forgottenIn, removeLinesOf, removeRecording, wholeAmong } from '#features/room/recording/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { purgeViewing } from './decisionQueries.ts'
import { removeOldFolders } from './film/folders.ts'
import { removeFilmsOf } from './film/queries.ts'
import { forgetSilences, recordingsAmong, recordingsToPurge } from './queries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Removes recordings that were deleted long ago. */
    purgeRecordings: Record<string, never>
    /** Does the purges of people that a legal hold on the recordings of a pitch has put off. */
    purgeReleased: { pitchId: number }
    /** Removes from the storage, and from the folder of LiveKit Egress, what no row refers to any more. */
    removeMedia: { folders: readonly string[] }
  }
}

export const removeMedia = async (db: Transaction, folders: readonly string[]): Promise<void> => {
  if (folders.length > 0) await addJob(db, 'removeMedia', { folders })
}

/** The folders of a recording: its own, and what LiveKit Egress may have left of it. */
export const foldersOf = (id: string) => [recordingFolder(id), egressFolder(id)]

async function removeFolders(frame: Frame, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    if (isOfEgress(folder)) await removeOutputs(frame, folder)
    else await frame.storage.remove(folder)
}

/** A pitch is removed for good, and so are its recordings, whose rows go with it. */
export async function letRecordingsGo(db: Transaction, pitchId: number): Promise<void> {
  const rows = await recordingsAmong(db, [pitchId])
  await removeMedia(
    db,
    rows.flatMap(({ id }) => foldersOf(id)),
  )
}

/**
 * Removes what a person sent from all recordings, with the films in which they are, what LiveKit Egress has left of them, and
 * what they watched; what others sent stays. A legal hold puts it off for the recordings of its pitch until it is released.
 */
export async function purgeLines(db: Transaction, accountId: string): Promise<void> {
  await purgeViewing(db, accountId)
  const lines = await removeLinesOf(db, accountId)
  const recordings = [...new Set(lines.map(({ recordingId }) => recordingId))]
  await forgetSilences(db, recordings)
  const films = await removeFilmsOf(db, recordings)
  // nothing more comes into it
  const left = (await wholeAmong(db, recordings)).map(egressFolder)
  await removeMedia(db, [...lines.map(({ id, recordingId }) => lineFolder(recordingId, id)), ...left, ...films])
}

export const replayJobs = {
  purgeRecordings: async (_payload, frame) => {
    const before = new Date(rightTime() - KEPT_DAYS * 86_400_000)
    for (const { id, pitchId } of await recordingsToPurge(frame.db, before))
      await frame.db.transaction(async db => {
        if (!(await isHeld(db, pitchId)) && (await removeRecording(db, id, before)))
          await removeMedia(db, foldersOf(id))
      })
    await removeOldFolders(frame)
  },
  purgeReleased: async ({ pitchId }, frame) => {
    await frame.db.transaction(async db => {
      for (const accountId of await forgottenIn(db, pitchId)) await purgeLines(db, accountId)
    })
  },
  removeMedia: async ({ folders }, frame) => removeFolders(frame, folders),
} satisfies JobHandlers
