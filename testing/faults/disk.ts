import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LivePitch, startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat } from './report.ts'

/** A small disk in memory; undefined if this user may not mount one. */
export function smallDisk(megabytes: number): { dir: string; unmount: () => void } | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'rostrum-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'rostrum', dir], { stdio: 'ignore' })
  } catch {
    rmSync(dir, { recursive: true })
    return undefined
  }
  const unmount = () => {
    execFileSync('umount', ['--lazy', dir])
    rmSync(dir, { recursive: true, force: true })
  }
  return { dir, unmount }
}

export function canMount(): boolean {
  const disk = smallDisk(1)
  disk?.unmount()
  return disk !== undefined
}

/** Writes until the disk is full; returns the file. */
export function fill(dir: string): string {
  const file = join(dir, 'filler')
  const open = openSync(file, 'w')
  const chunks = [Buffer.alloc(1 << 20, 1), Buffer.alloc(4096, 1)]
  for (const chunk of chunks) {
    try {
      for (;;) writeSync(open, chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(open)
  return file
}

/** Fills PostgreSQL's disk for a while: calls report what cannot be saved, and nothing acknowledged is lost. */
export async function fillDisk(cycles: number): Promise<FaultResult & { readonly refused: number }> {
  const disk = smallDisk(400)
  if (!disk) throw new Error('this needs the right to mount a disk')
  let refused = Number.POSITIVE_INFINITY
  const pitch = await startLivePitch({ dataDir: disk.dir })
  try {
    const result = await repeat('full disk of PostgreSQL', pitch, cycles, async () => {
      const before = pitch.load.refused()
      const filler = fill(disk.dir)
      const isFull = statfsSync(disk.dir).bavail === 0
      await growth(pitch)
      for (const end = Date.now() + 30_000; pitch.load.refused() === before && Date.now() < end; ) await sleep(50)
      await sleep(1000)
      rmSync(filler)
      const began = performance.now()
      await writing(pitch)
      refused = Math.min(refused, pitch.load.refused() - before)
      const returned = performance.now() - began
      return { killed: isFull, returned: returned + (await pitch.untilEverybodyIsBack()) }
    })
    return { ...result, refused }
  } finally {
    await pitch.stop()
    disk.unmount()
  }
}

/** Uses up the space that PostgreSQL has reserved, so that further writes need the disk. */
async function growth({ query }: LivePitch): Promise<void> {
  await query("create table filler as select repeat('x', 1000) from generate_series(1, 200000)").catch(() => {})
}

/** Waits until writing succeeds again. */
async function writing({ load, query }: LivePitch): Promise<void> {
  await query('drop table if exists filler').catch(() => {})
  const before = load.acknowledged()
  for (const end = Date.now() + 60_000; load.acknowledged() === before; await sleep(10))
    if (Date.now() > end) throw new Error('no write succeeded for a minute')
}

export function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Makes PostgreSQL's next write-through fail: it must not treat failed writes as written. */
export async function failWrites(cycles: number): Promise<FaultResult> {
  const pitch = await startLivePitch()
  const log = join(pitch.console.dataDir, 'strace.log')
  try {
    return await repeat('EIO from fdatasync of PostgreSQL', pitch, cycles, async () => {
      rmSync(log, { force: true })
      const tracees = backends(pitch).flatMap(pid => ['-p', String(pid)])
      const inject = ['-f', '-qq', '-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO:when=1']
      const strace = spawn('strace', [...inject, '-o', log, ...tracees], { stdio: 'ignore' })
      const failed = () => /EIO.*INJECTED/.test(textOf(log))
      for (const end = Date.now() + 60_000; !failed() && Date.now() < end; ) await sleep(10)
      const began = performance.now()
      strace.kill('SIGTERM')
      await once(strace, 'exit')
      await writing(pitch)
      const returned = performance.now() - began
      return { killed: failed(), returned: returned + (await pitch.untilEverybodyIsBack()) }
    })
  } finally {
    await pitch.stop()
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** PostgreSQL's processes that write for clients. */
function backends({ console }: LivePitch): number[] {
  const postmaster = readFileSync(join(console.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  return execFileSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).trim().split('\n').map(Number)
}

if (import.meta.main) await byHand(async cycles => [await fillDisk(cycles), await failWrites(cycles)])
