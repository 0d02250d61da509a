import { sql } from 'drizzle-orm'
import { idsOfSuperadmins } from '#features/core/account/server/queries.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { every } from '#server/every.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { SPARE_BYTES } from '#server/storage/local.ts'

/** The share of the disk in use from which people are told, and below which they would be told again. */
const FILLING = 0.9
const CALM = 0.87
/** Milliseconds between two looks. */
const EVERY = 5000

/** The disk of the storage. */
export interface DiskState {
  /** Bytes that recordings may take; null where nobody knows, as of an S3 store. */
  readonly free: number | null
  /** The share in use, from 0 to 1. */
  readonly used: number
  readonly isFilling: boolean
  /** Recording stops before the database and the log, which share the disk, have no space left. */
  readonly isFull: boolean
}

const unknown: DiskState = { free: null, used: 0, isFilling: false, isFull: false }
type Of = Pick<Frame, 'settings' | 'storage'>

/** What was seen last, and whether the operator has been told. */
const seen = new WeakMap<Settings, DiskState>()

/** The state of the disk now. */
export async function diskOf({ settings, storage }: Of): Promise<DiskState> {
  const space = await storage.space()
  if (!space) return unknown
  const used = 1 - space.free / space.total
  const isFilling = used >= (seen.get(settings)?.isFilling ? CALM : FILLING)
  const free = Math.max(0, space.free - SPARE_BYTES)
  return { free, used, isFilling, isFull: free === 0 }
}

/** The state of the disk at the last look. */
export const lastSeenDisk = ({ settings }: Pick<Of, 'settings'>): DiskState => seen.get(settings) ?? unknown

/** Looks at the disk. When it begins to fill, the operator is told once, by the log and by a notice to super admins. */
export async function watchDisk(frame: Pick<Frame, 'settings' | 'storage' | 'db' | 'log'>): Promise<void> {
  const before = lastSeenDisk(frame)
  const now = await diskOf(frame)
  seen.set(frame.settings, now)
  if (now.isFull && !before.isFull) frame.log.error('the disk is full: nothing is recorded until there is space')
  if (!now.isFilling || before.isFilling) return
  frame.log.warn({ used: now.used }, 'the disk is filling up; recordings stop when it is full')
  await frame.db.transaction(async tx => {
    // of several servers the second one finds the notice of the first
    await tx.execute(sql`select pg_advisory_xact_lock(7067)`)
    const accountIds = await idsOfSuperadmins(tx)
    await createNotice(tx, { accountIds, kind: 'diskFilling', params: {}, unlessUnread: true })
  })
}

/** Looks at the disk now, and every few seconds until it is stopped. */
export function startWatchingDisk(frame: Frame): () => void {
  const look = () => watchDisk(frame)
  const failed = (error: unknown) => frame.log.warn({ err: error }, 'the disk is looked at later')
  void look().catch(failed)
  return every(EVERY, look, failed)
}

/** For `/healthz`: what was seen at the last look. */
export function diskStatus(frame: Pick<Of, 'settings'>): PartStatus {
  const { isFull, isFilling, used } = lastSeenDisk(frame)
  if (isFull) return 'off: the disk is full, nothing is recorded'
  return isFilling ? `off: ${Math.floor(used * 100)} % of the disk is in use, recordings stop when it is full` : 'ok'
}
