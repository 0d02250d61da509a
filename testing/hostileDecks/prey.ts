import { execFile } from 'node:child_process'
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { Prey } from './pptxMutations.ts'

const run = promisify(execFile)

/** A server that is listened to, and a file that tells whether it was read. */
export interface Trap extends Prey {
  /** What was reached since the last look: requests, and `read` for the file. */
  reached(): Promise<string[]>
  close(): Promise<void>
}

export async function layTrap(folder: string): Promise<Trap> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'canary.png')
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff00ff' } })
    .png()
    .toBuffer()
  await writeFile(file, picture)
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'image/png').end(picture)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // The system notes a reading when the one before is older than the last change.
  const long = new Date('2001-01-01')
  const arm = () => utimes(file, long, new Date())
  await arm()
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file,
    async reached() {
      const read = (await stat(file)).atimeMs !== long.getTime()
      await arm()
      return [...asked.splice(0), ...(read ? ['read'] : [])]
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** Makes PDFs of files as LibreOffice does when nothing shuts it in and nobody has told it to be careful. */
export async function convertUnprotected(folder: string, files: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = [profile, '--headless', '--norestore', '--convert-to', 'pdf', '--outdir', join(folder, 'out'), ...files]
  // A file at which it falls over takes the others of its call along; they are tried in halves then, until it stands alone.
  await run('soffice', args, { timeout: 60_000 + files.length * 3_000, killSignal: 'SIGKILL' }).catch(async () => {
    if (files.length === 1) return
    const half = Math.ceil(files.length / 2)
    for (const some of [files.slice(0, half), files.slice(half)]) await convertUnprotected(folder, some)
  })
}
