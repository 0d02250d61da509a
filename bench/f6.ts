import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_DECK_BYTES } from '#features/room/deck/rules.ts'
import { beginUpload, median, startBenchConsole } from './console.ts'
import type { Figure } from './run.ts'

const RUNS = 5
const MB = 1024 ** 2
/** The largest permitted deck, without the PDF's own structure. */
const BYTES = MAX_DECK_BYTES - MB

interface Target {
  readonly url: string
  readonly token: string
  pid(): number
}
interface Measured {
  /** MB a second, including the check of the file and storing it. */
  readonly speed: number
  /** MB of memory more than before. */
  readonly growth: number
}

/** F6: 1 GB over the loopback, interrupted once in the middle and resumed, beside the library alone. */
async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-f6-'))
  const file = join(folder, 'large.pdf')
  await pipeline(Readable.from(pdfOf(BYTES)), createWriteStream(file))
  const console = await startBenchConsole()
  const alone = await startAlone(join(folder, 'alone'))
  try {
    const ours: Measured[] = []
    const theirs: Measured[] = []
    for (let n = 0; n < RUNS; n++) {
      theirs.push(await upload(alone, file))
      await rm(join(folder, 'alone'), { recursive: true })
      ours.push(await upload(console, file))
    }
    const [a, b] = [median(ours.map(({ speed }) => speed)), median(theirs.map(({ speed }) => speed))]
    const [growth, theirGrowth] = [ours, theirs].map(all => median(all.map(one => one.growth))) as [number, number]
    return [
      {
        id: 'F6a',
        work: '1 GB upload, broken once and resumed',
        ...{ ours: a, yardstick: b, unit: 'MB/s', ratio: a / b },
        reach: 'at least 0.9 of @tus/server alone',
        met: a >= b * 0.9,
      },
      {
        id: 'F6b',
        work: 'memory of the server during it',
        ...{ ours: growth, yardstick: theirGrowth, unit: 'MB more', ratio: growth / theirGrowth },
        reach: 'at most 50 MB',
        met: growth <= 50,
      },
    ]
  } finally {
    await console.stop()
    await alone.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function upload(target: Target, file: string): Promise<Measured> {
  const { size } = await stat(file)
  const before = residentMb(target.pid())
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(target.pid()))
  }, 50)
  const began = performance.now()
  const address = await beginUpload(target, 'large.pdf', size)
  await send(target, address, file, 0, size, size / 2)
  const head = await fetch(address, { method: 'HEAD', headers: headersOf(target) })
  const offset = Number(head.headers.get('upload-offset'))
  if (!(offset > 0 && offset < size)) throw new Error(`the upload was not broken in its middle: ${offset}`)
  const status = await send(target, address, file, offset, size)
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  if (status !== 204) throw new Error(`the upload ended with ${status}`)
  await fetch(address, { method: 'DELETE', headers: headersOf(target) })
  return { speed: size / MB / seconds, growth: most - before }
}

const headersOf = ({ token }: Target) => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' })

/** Sends from an offset; with `breakAfter` the connection is cut there. Returns the status, 0 after a cut. */
async function send(target: Target, address: string, file: string, offset: number, size: number, breakAfter?: number) {
  const request = httpRequest(address, {
    method: 'PATCH',
    headers: {
      ...headersOf(target),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(size - offset),
    },
  })
  const body = createReadStream(file, { start: offset, end: (breakAfter ?? size) - 1, highWaterMark: MB })
  if (breakAfter) {
    request.on('error', () => {})
    body.pipe(request, { end: false })
    await once(body, 'end')
    request.destroy()
    return 0
  }
  const answered = once(request, 'response') as Promise<[{ statusCode: number; resume(): void }]>
  await pipeline(body, request)
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

/** A PDF of one page with unused bytes. */
function* pdfOf(bytes: number): Generator<Buffer> {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>']
  objects.push('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] >>')
  let at = 0
  const offsets: number[] = []
  const text = (written: string) => {
    at += written.length
    return Buffer.from(written)
  }
  yield text('%PDF-1.7\n')
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    yield text(`${index + 1} 0 obj\n${object}\nendobj\n`)
  }
  offsets.push(at)
  yield text(`4 0 obj\n<< /Length ${bytes} >>\nstream\n`)
  const ballast = Buffer.alloc(MB, 'ballast ')
  for (let left = bytes; left > 0; left -= MB) yield left >= MB ? ballast : ballast.subarray(0, left)
  at += bytes
  yield text('\nendstream\nendobj\n')
  const start = at
  const lines = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  yield text(`xref\n0 5\n0000000000 65535 f \n${lines}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
}

const residentMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function startAlone(directory: string): Promise<Target & { stop(): Promise<void> }> {
  const script = new URL('./tusAlone.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    token: 'none',
    pid: () => child.pid ?? 0,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

export { measure as run }
