import { link, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallFailed } from '#contract/call.ts'
import type { UploadKind } from '#features/room/deck/server/uploadKinds.ts'
import { recordingFolder } from '#features/room/recording/server/keys.ts'
import type { Frame } from '#server/frame.ts'
import { createTurns } from '#server/turns.ts'
import { MAX_VIDEO_BYTES, refusalOfVideo, VIDEO_ENDING } from '../../rules.ts'
import { managesAny } from '../videoQueries.ts'
import { idOf } from './ids.ts'
import { sourceKey } from './prepareVideo.ts'
import { probe, VideoRefused } from './probe.ts'
import { mayPrepare, SOURCE } from './program.ts'

/** Videos that are looked into at one time on this server. */
const turns = createTurns({ places: 2, spare: 1 })

/** [RULE-055] Uploads of videos: each is looked into, and kept until a pitch takes it. */
export const videoUploads: UploadKind = {
  endings: [VIDEO_ENDING],
  mostBytes: MAX_VIDEO_BYTES,
  mostLooseBytes: 2 * MAX_VIDEO_BYTES,
  tooLarge: 'VideoTooLarge',
  refusal: async (frame, file, actor) => {
    const refusal = refusalOfVideo(file)
    if (refusal) return refusal
    // whose disk it fills
    if (!(await managesAny(frame.db, actor))) return 'NotAllowed'
    return (await mayPrepare(frame)) ? undefined : 'VideoUploadOff'
  },
  finish: async (frame, upload, path) => {
    const end = await turns.take(upload)
    await lookInto(frame, path).finally(end)
    // known beforehand
    const waitsAs = idOf(upload.id)
    await frame.storage.put(sourceKey(waitsAs), { file: path })
    return { waitsAs }
  },
  forget: (frame, upload) => frame.storage.remove(recordingFolder(idOf(upload.id))),
}

/** In a folder of its own, since the program sees no other. */
async function lookInto(frame: Frame, path: string): Promise<void> {
  const base = join(frame.settings.dataDir, 'checking')
  await mkdir(base, { recursive: true })
  const folder = await mkdtemp(join(base, 'video-'))
  try {
    await mkdir(join(folder, 'in'))
    await link(path, join(folder, SOURCE))
    await probe(folder)
  } catch (error) {
    if (!(error instanceof VideoRefused)) throw error
    frame.log.info({ refusal: error.message }, 'video refused')
    throw new CallFailed(error.code)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
