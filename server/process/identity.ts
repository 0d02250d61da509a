import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Identifies one run of one process: ids are reused, an id with its start time is not. */
export interface ProcessIdentity {
  readonly pid: number
  readonly started: string
}

const ps = (pid: number, field: string) => {
  try {
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
const proc = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
const linux = process.platform === 'linux'

/** The process that has this id now; undefined if there is none or it is only waiting to be reaped. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return
  if (!linux) {
    const started = ps(pid, 'lstart')
    return started && !ps(pid, 'stat').startsWith('Z') ? { pid, started } : undefined
  }
  // "pid (any name) state ppid … starttime …": the name may hold spaces and brackets.
  const [state, ...rest] = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  const started = rest[18]
  return started === undefined || state === 'Z' ? undefined : { pid, started }
}

/** This machine or container, until it restarts: process ids have no meaning elsewhere. */
export function machineName(): string {
  try {
    return `${hostname()} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return hostname()
  }
}

/** Whether exactly that run is still running. */
export const isRunning = (known: ProcessIdentity) => identify(known.pid)?.started === known.started

/** The arguments of a running process, separated by spaces; empty when it has ended. */
export const commandLine = (pid: number) =>
  linux ? proc(pid, 'cmdline').replaceAll('\0', ' ').trim() : ps(pid, 'args')

/** Asks a process to end, kills it after the grace period, and returns when it has ended. */
export async function endProcess(known: ProcessIdentity, signal: NodeJS.Signals, graceSeconds: number) {
  const until = Date.now() + graceSeconds * 1000
  let next: NodeJS.Signals = signal
  while (isRunning(known)) {
    try {
      process.kill(known.pid, next)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    // Only the first request is graceful: a second SIGINT means something else to PostgreSQL.
    while (isRunning(known) && Date.now() < until) await sleep(20)
    next = 'SIGKILL'
    if (isRunning(known)) await sleep(20)
  }
}
