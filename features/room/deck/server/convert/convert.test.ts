import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLinkedPptx, makePdf, makePptx } from '#testing/decks.ts'
import { descendants } from '#testing/processes.ts'
import type { DrawnPage } from './drawPages.ts'
import { isolated, isolationHere } from './isolation.ts'
import { type Limits, runLimited } from './limited.ts'
import { convertStatus, convertToPdf, pdfIn } from './office.ts'
import { profileFile } from './profile.ts'
import { check, draw } from './work.ts'

const run = promisify(execFile)
// where nothing can be isolated, what is converted otherwise is shown all the same
const limits = { seconds: 60, memoryMb: 2048, mayExposeServer: true }
let base: string
let asked: string[]
let spy: ReturnType<typeof createServer>
let spyUrl: string

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'rostrum-convert-'))
  asked = []
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff00ff' } })
    .png()
    .toBuffer()
  await writeFile(join(base, 'secret.png'), picture)
  spy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'image/png').end(picture)
  })
  await new Promise<void>(resolve => spy.listen(0, '127.0.0.1', resolve))
  spyUrl = `http://127.0.0.1:${(spy.address() as AddressInfo).port}/spy.png`
})
afterAll(async () => {
  spy.close()
  await rm(base, { recursive: true, force: true })
})

async function folderWith(deck: Buffer): Promise<string> {
  const folder = await mkdtemp(join(base, 'run-'))
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in', 'deck.pptx'), deck)
  return folder
}

async function pagesOf(pdf: string, mustShow = false): Promise<DrawnPage[]> {
  const folder = await mkdtemp(join(base, 'pages-'))
  const pages: DrawnPage[] = []
  await draw(pdf, folder, { seconds: 60, mustShow, counted: () => {}, drawn: page => pages.push(page) })
  return pages.sort((a, b) => a.number - b.number)
}

/** How much of a page has the color of the picture that must not be there. */
async function magenta(page: DrawnPage | undefined): Promise<number> {
  const { data } = await sharp(page?.files.thumb).raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 80 && (data[at + 2] ?? 0) > 200) count++
  return count / (data.length / 3)
}

/** LibreOffice without isolation: the control of the tests below. */
async function convertUnprotected(folder: string): Promise<string> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await run('soffice', [
    profile,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    join(folder, 'in', 'deck.pptx'),
  ])
  return join(folder, 'deck.pdf')
}

describe('a linked picture', () => {
  it('makes no request and is left out; unprotected, LibreOffice asks for it', async () => {
    const deck = await makeLinkedPptx(spyUrl)
    await convertUnprotected(await folderWith(deck))
    expect(asked.length, 'the control must see requests').toBeGreaterThan(0)
    asked = []

    const folder = await folderWith(deck)
    const original = join(folder, 'in', 'deck.pptx')
    const linked = join(folder, 'linked.pptx')
    await rename(original, linked)
    expect(await check(linked, original, folder)).toMatchObject({ notes: ['linksLeftOut'] })
    expect(await check(original, join(folder, 'again.pptx'), folder)).toMatchObject({ notes: [] })
    await convertToPdf(folder, 'pptx', limits)
    const [page] = await pagesOf(pdfIn(folder))
    expect(page?.text).toContain('beside this text')
    expect(asked).toEqual([])
  }, 60_000)

  it('makes no request even when it was not noticed: the converter has no network', async () => {
    if ((await isolationHere()) === 'none') return
    asked = []
    const folder = await folderWith(await makeLinkedPptx(spyUrl))
    await convertToPdf(folder, 'pptx', limits)
    expect(asked).toEqual([])
  }, 60_000)

  it('makes no request even where nothing shuts the converter in: its settings forbid that', async () => {
    asked = []
    const folder = await folderWith(await makeLinkedPptx(spyUrl))
    await mkdir(join(folder, 'profile', 'user'), { recursive: true })
    await writeFile(join(folder, 'profile', 'user', 'registrymodifications.xcu'), profileFile)
    await convertUnprotected(folder)
    expect(asked).toEqual([])
  }, 60_000)

  it('of a file on the server does not show; unprotected, LibreOffice shows it', async () => {
    const deck = await makeLinkedPptx(`file://${join(base, 'secret.png')}`)
    const control = await pagesOf(await convertUnprotected(await folderWith(deck)))
    expect(await magenta(control[0]), 'the control must show the picture').toBeGreaterThan(0.02)
    if ((await isolationHere()) !== 'full') return
    const folder = await folderWith(deck)
    await convertToPdf(folder, 'pptx', limits)
    expect(await magenta((await pagesOf(pdfIn(folder)))[0])).toBe(0)
  }, 60_000)
})

describe('an Office file where nothing can be shut in', () => {
  it('is refused, unless the operator takes the risk', async () => {
    if ((await isolationHere()) !== 'none') return
    const folder = await folderWith(await makePptx([{ title: 'One' }]))
    const careful = { ...limits, mayExposeServer: false }
    await expect(convertToPdf(folder, 'pptx', careful)).rejects.toMatchObject({ failure: 'ConverterNotIsolated' })
    expect(await convertStatus({ convertMayExposeServer: false })).toMatch(
      /^off: this system does not let programs run isolated/,
    )
    await convertToPdf(folder, 'pptx', limits)
    expect(await convertStatus({ convertMayExposeServer: true })).toBe('ok')
  }, 60_000)
})

describe('pages', () => {
  it('have three sizes and their text, Chinese glyphs that differ, and keep the slide’s shape', async () => {
    const folder = await folderWith(await makePptx([{ title: '营' }, { title: '收' }, { title: '營' }]))
    await convertToPdf(folder, 'pptx', limits)
    const pages = await pagesOf(pdfIn(folder))
    expect(pages.map(page => page.text)).toEqual(['营', '收', '營'])
    const pictures = await Promise.all(pages.map(page => readFile(page.files.large)))
    // Glyphs that a font lacks all look the same.
    expect(new Set(pictures.map(picture => picture.toString('base64'))).size).toBe(3)
    const sizes = await Promise.all(Object.values(pages[0]?.files ?? {}).map(file => sharp(file).metadata()))
    expect(sizes.map(({ width, height, format }) => [width, height, format])).toEqual([
      [1920, 1080, 'jpeg'],
      [960, 540, 'jpeg'],
      [240, 135, 'jpeg'],
    ])
  }, 60_000)

  it('of a tall pdf stay within a screen’s height', async () => {
    await writeFile(join(base, 'tall.pdf'), await makePdf(1, [100, 10_000]))
    const [page] = await pagesOf(join(base, 'tall.pdf'))
    expect(page).toMatchObject({ width: 26, height: 2560 })
  }, 30_000)

  it('that show nothing at all mean that a converted file is damaged', async () => {
    await writeFile(join(base, 'blank.pdf'), await blankPdf())
    await expect(pagesOf(join(base, 'blank.pdf'), true)).rejects.toMatchObject({ failure: 'DeckBlank' })
    expect(await pagesOf(join(base, 'blank.pdf'))).toHaveLength(2)
  }, 30_000)
})

async function blankPdf(): Promise<Buffer> {
  const { makeManyPages } = await import('#testing/decks.ts')
  return makeManyPages(2)
}

describe('a program that was shut in', () => {
  it('less, where /proc is another container’s, sees no network and no file of the machine all the same', async () => {
    if ((await isolationHere()) === 'none') return
    const folder = await mkdtemp(join(base, 'less-'))
    const look = `ls -d ${base} /root /work /etc/passwd 2>/dev/null | wc -l; cat /etc/passwd; ls /proc; ls /sys 2>&1 | grep -c 'No such'; touch /usr/x 2>&1 | grep -c Read-only`
    const [program = '', ...args] = isolated('network', folder, ['/bin/sh', '-c', look]).command
    const lines: string[] = []
    const env = { PATH: process.env['PATH'] ?? '' }
    await runLimited({ program, args, cwd: folder, env, limits: small, onLine: line => lines.push(line) })
    expect(lines).toEqual(['1', 'deck:x:0:0::/deck:/bin/false', 'version', '1', '1'])
  }, 30_000)

  it('sees no network, no file of the machine but programs and fonts, no other process, and cannot change them', async () => {
    if ((await isolationHere()) !== 'full') return
    const folder = await mkdtemp(join(base, 'shut-'))
    const look = `ls /; ls /etc; ls /root /home /work ${base} 2>&1 | grep -c 'No such'; ls /proc | grep -c '^[0-9]'; grep -c : /proc/net/dev; touch /usr/x 2>&1 | grep -c Read-only; grep CapEff /proc/self/status`
    const { command } = isolated('full', folder, ['/bin/sh', '-c', look])
    const lines: string[] = []
    const [program = '', ...args] = command
    const env = { PATH: process.env['PATH'] ?? '' }
    await runLimited({ program, args, cwd: folder, env, limits: small, onLine: line => lines.push(line) })
    expect(lines).not.toContain('shadow')
    expect(lines).toContain('CapEff:\t0000000000000000')
    expect(lines.slice(-5, -1)).toEqual(['4', expect.stringMatching(/^[1-6]$/), '1', '1'])
  }, 30_000)
})

const small: Limits = { seconds: 20, memoryMb: 1400, fileMb: 10 }

describe('limits', () => {
  const limited = (program: string, args: string[], change: Partial<Limits>) =>
    runLimited({ program, args, cwd: base, env: { PATH: process.env['PATH'] ?? '' }, limits: { ...small, ...change } })

  it('end a program that hangs, with everything that it has started', async () => {
    const began = Date.now()
    const ended = await limited('/bin/sh', ['-c', 'sleep 4711 & sleep 4711'], { seconds: 1 })
    expect(ended).toEqual({ how: 'tooLong' })
    expect(Date.now() - began).toBeLessThan(5000)
    expect(descendants().filter(({ name }) => name === 'sleep')).toEqual([])
  })

  it('end a program that takes too much memory, or writes too much', async () => {
    const eats = 'const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 5)'
    expect(await limited(process.execPath, ['-e', eats], { residentMb: 300 })).toEqual({ how: 'tooLarge' })
    const writes = await limited('/bin/sh', ['-c', 'exec dd if=/dev/zero of=large bs=1M count=50 2>&1'], { fileMb: 10 })
    expect(writes).toMatchObject({ how: 'exited' })
    expect((await readFile(join(base, 'large'))).length).toBe(10 * 1024 ** 2)
  })

  it('end a program whose caller has aborted', async () => {
    const stop = new AbortController()
    const env = { PATH: process.env['PATH'] ?? '' }
    const running = runLimited({ program: 'sleep', args: ['4712'], cwd: base, env, limits: small, signal: stop.signal })
    setTimeout(() => stop.abort(), 100)
    expect(await running).toEqual({ how: 'aborted' })
  })
})
