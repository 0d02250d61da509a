import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { leash } from '#server/process/leash.ts'
import { freePort } from '#server/process/ports.ts'

/** LiveKit's address, and a token for it. */
export interface Pass {
  readonly url: string
  readonly token: string
}

/** A running yardstick: its address, and how to stop it. */
export interface Served {
  readonly url: string
  readonly stop: () => Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Built for production by Vite and compressed ahead by gzip, like the console's own web app. */
export async function servePrefabs(pass: () => Promise<Pass>): Promise<Served> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-meet-'))
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
  const files = new Map<string, { body: Buffer; type: string }>()
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)]
    if (type) files.set(`/${name}`, { body: gzipSync(await readFile(join(folder, name)), { level: 9 }), type })
  }
  await rm(folder, { recursive: true })
  const server = createServer(async (incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    if (pathname === details) return answer.writeHead(200, json).end(await detailsOf(pass))
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (!file) return answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.body)
  })
  return { url: await listen(server), stop: async () => void server.close() }
}

/**
 * LiveKit Meet itself, if it is available: a folder of github.com/livekit-examples/meet after `next build`. Its own
 * server answers everything but the connection details, whose tokens would not fit our LiveKit.
 */
export async function serveMeet(folder: string, pass: () => Promise<Pass>): Promise<Served> {
  const port = await freePort()
  const args = ['node_modules/next/dist/bin/next', 'start', '-p', String(port)]
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const next = leash(process.execPath, args, { signal: 'TERM', graceSeconds: 2, cwd: folder, env })
  const up = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      answer => answer.ok,
      () => false,
    )
  for (const until = Date.now() + 30_000; !(await up()); await sleep(100))
    if (Date.now() > until) throw new Error(`Meet in ${folder} does not start`)
  const server = createServer(async (incoming, answer) => {
    if (incoming.url?.startsWith(details)) return answer.writeHead(200, json).end(await detailsOf(pass))
    const { url = '/', method = 'GET', headers } = incoming
    const outgoing = request({ port, path: url, method, headers }, from => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  return {
    url: `${await listen(server)}rooms/pitch`,
    stop: async () => {
      server.close()
      await next.stop()
    },
  }
}

const details = '/api/connection-details'
const json = { 'content-type': 'application/json' }

async function detailsOf(pass: () => Promise<Pass>): Promise<string> {
  const { url, token } = await pass()
  return JSON.stringify({ serverUrl: url, participantToken: token })
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}
