import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LivePitch, startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat } from './report.ts'

const postmaster = ({ console }: LivePitch) =>
  Number(readFileSync(join(console.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

async function strike(pitch: LivePitch) {
  const before = postmaster(pitch)
  const began = performance.now()
  process.kill(before, 'SIGKILL')
  for (;;) {
    const health = await fetch(`${pitch.console.url}/healthz`).catch(() => undefined)
    if (health?.ok && isAnother(pitch, before)) break
    await sleep(20)
  }
  const returned = performance.now() - began
  return { killed: isAnother(pitch, before), returned: returned + (await pitch.untilEverybodyIsBack()) }
}

function isAnother(pitch: LivePitch, before: number) {
  try {
    return postmaster(pitch) !== before
  } catch {
    return false
  }
}

/** Kills PostgreSQL while people chat, commit and turn pages; the server restarts it. */
export async function killPostgres(cycles: number): Promise<FaultResult> {
  const pitch = await startLivePitch()
  try {
    return await repeat('kill -9 of PostgreSQL', pitch, cycles, () => strike(pitch))
  } finally {
    await pitch.stop()
  }
}

/** The control, which must lose rows: PostgreSQL acknowledges before anything is written. */
export async function killCarelessPostgres(cycles: number): Promise<FaultResult> {
  const pitch = await startLivePitch()
  try {
    await pitch.query('alter system set synchronous_commit = off')
    await pitch.query("alter system set wal_writer_delay = '10s'")
    await pitch.query('select pg_reload_conf()')
    await sleep(500)
    return await repeat('control: synchronous_commit = off', pitch, cycles, () => strike(pitch))
  } finally {
    await pitch.stop()
  }
}

if (import.meta.main) await byHand(async cycles => [await killPostgres(cycles), await killCarelessPostgres(cycles)])
