import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, statfsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { changeZip, makeLargePdf, makeLinkedPptx, makePdf, makePptx, makeRichPptx } from '#testing/decks.ts'
import { canMount, fill, smallDisk } from '#testing/faults/disk.ts'
import { descendants } from '#testing/processes.ts'
import { convertStatus } from './convert/office.ts'
import { deckFile } from './tables.ts'
import { resumeConversions } from './upkeep.ts'

let stack: DeckStack
beforeAll(async () => {
  stack = await startDeckStack()
})
afterAll(() => stack.stop())

/** Does something to each LibreOffice of ours that appears, until it is told to stop; returns how many there were. */
function onEachOffice(act: (pid: number) => void, most = Number.POSITIVE_INFINITY) {
  const met = new Set<number>()
  const timer = setInterval(() => {
    for (const { pid, name } of descendants()) {
      if (name !== 'soffice.bin' || met.has(pid) || met.size >= most) continue
      met.add(pid)
      act(pid)
    }
  }, 20)
  return { met, stop: () => clearInterval(timer) }
}

const offices = () => descendants().filter(({ name }) => /soffice|oosplash/.test(name))

describe('the converter', () => {
  it('that hangs is killed within its limit, tried once more, and then the reason is told', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const { convertTimeoutSeconds: usual } = stack.frame.settings
    Object.assign(stack.frame.settings, { convertTimeoutSeconds: 5 })
    const hung = onEachOffice(pid => process.kill(pid, 'SIGSTOP'))
    const given = await stack.give('presenter', uuid, 'deck.pptx', await makePptx([{ title: 'One' }]))
    const file = await stack.converted('presenter', uuid, given.id)
    hung.stop()
    Object.assign(stack.frame.settings, { convertTimeoutSeconds: usual })
    expect(hung.met.size, 'it was tried twice').toBe(2)
    expect(file).toMatchObject({ status: 'failed', failure: 'DeckTooComplex', pages: null, pages_ready: 0 })
    expect(offices()).toEqual([])
    expect(readdirSync(join(stack.frame.settings.dataDir, 'converting'))).toEqual([])
  }, 60_000)

  it('that crashes is tried once more, and the deck is whole', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const killed = onEachOffice(pid => process.kill(pid, 'SIGKILL'), 1)
    const given = await stack.give('presenter', uuid, 'deck.pptx', await makeRichPptx(3))
    const file = await stack.converted('presenter', uuid, given.id)
    killed.stop()
    expect(killed.met.size, 'it was really killed').toBe(1)
    expect(file).toMatchObject({ status: 'ready', pages: 3, pages_ready: 3 })
  }, 60_000)

  it('that finds nothing to show says whether the pictures were links', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const withoutText = (deck: Buffer) =>
      changeZip(deck, parts => {
        const part = 'ppt/slides/slide1.xml'
        parts.set(part, String(parts.get(part)).replace(/<a:t>[^<]*<\/a:t>/g, '<a:t></a:t>'))
      })
    const [linked, plain] = [await makeLinkedPptx('https://a.test/x.png'), await makePptx([{ title: 'One' }])]
    const decks = [
      { name: 'linked.pptx', deck: linked, failure: 'DeckOnlyLinks' },
      { name: 'blank.pptx', deck: plain, failure: 'DeckBlank' },
    ]
    for (const { name, deck, failure } of decks) {
      const given = await stack.give('presenter', uuid, name, await withoutText(deck))
      expect(await stack.converted('presenter', uuid, given.id)).toMatchObject({ status: 'failed', failure })
    }
  }, 60_000)

  it('that is missing refuses pptx with what to install, before a byte is sent; pdf works', async () => {
    const path = process.env['PATH']
    const tools = await mkdtemp(join(tmpdir(), 'rostrum-tools-'))
    for (const tool of ['unshare', 'sh', 'node'])
      await symlink(
        tool === 'node' ? process.execPath : execFileSync('which', [tool]).toString().trim(),
        join(tools, tool),
      )
    process.env['PATH'] = tools
    try {
      expect(await convertStatus(stack.frame.settings)).toMatch(
        /^off: LibreOffice Impress is not installed .*apt install libreoffice-impress/,
      )
      const headers = {
        authorization: `Bearer ${stack.people.presenter.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${Buffer.from('deck.pptx').toString('base64')}`,
      }
      const answer = await stack.app.inject({ method: 'POST', url: '/uploads', headers })
      expect([answer.statusCode, answer.json().error]).toEqual([503, 'ConverterMissing'])
      const { uuid } = await stack.pitchOf('presenter')
      const refused = await stack.give('presenter', uuid, 'deck.pptx', await makePptx([{ title: 'One' }]))
      expect(refused.error).toBe('ConverterMissing')
      const given = await stack.give('presenter', uuid, 'deck.pdf', await makePdf(1))
      expect(await stack.converted('presenter', uuid, given.id)).toMatchObject({ status: 'ready' })
    } finally {
      process.env['PATH'] = path
      await rm(tools, { recursive: true, force: true })
    }
    expect(await convertStatus(stack.frame.settings)).toBe('ok')
  }, 60_000)
})

describe('a conversion whose server died', () => {
  it('is taken up again, and what it had made before does not stay', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const given = await stack.give('presenter', uuid, 'deck.pdf', await makePdf(3))
    await stack.converted('presenter', uuid, given.id)
    const before = (await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid: uuid })).pages
    // As a server leaves it that was killed in the middle.
    const aMinuteAgo = new Date(Date.now() - 60_000)
    const change = { status: 'converting', run: crypto.randomUUID(), runSeenAt: aMinuteAgo } as const
    await stack.db.update(deckFile).set(change).where(eq(deckFile.id, given.id))
    await resumeConversions(stack.frame)
    expect(await stack.converted('presenter', uuid, given.id)).toMatchObject({
      status: 'ready',
      pages: 3,
      pages_ready: 3,
    })
    const after = (await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid: uuid })).pages
    expect(after.map(page => page.page)).toEqual([1, 2, 3])
    expect(after[0]?.url).not.toBe(before[0]?.url)
  }, 30_000)

  it('of a file that was deleted meanwhile ends without a page', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    await stack.give('presenter', uuid, 'other.pdf', await makePdf(1))
    const given = await stack.give('presenter', uuid, 'deck.pptx', await makeRichPptx(3))
    await stack.as('presenter').deletePitchFile({ pitch_uuid: uuid, file_id: given.id })
    await expect.poll(() => offices().length, { timeout: 20_000 }).toBe(0)
    const { pages } = await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid: uuid })
    expect(pages.map(page => page.file_id)).not.toContain(given.id)
  }, 30_000)
})

describe('a storage that is full', () => {
  it('while pages are kept ends in its reason, and the file can be converted when there is space', async () => {
    const { uuid } = await stack.pitchOf('presenter')
    const { storage } = stack.frame
    const put = storage.put
    storage.put = async (key, source) => {
      if (/\/(large|medium|thumb)-/.test(key)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return put(key, source)
    }
    const given = await stack.give('presenter', uuid, 'deck.pdf', await makePdf(2))
    const failed = await stack.converted('presenter', uuid, given.id)
    storage.put = put
    expect(failed).toMatchObject({ status: 'failed', failure: 'StorageFull', pages_ready: 0 })
    await stack.as('presenter').updatePitchFile({ pitch_uuid: uuid, file_id: given.id, convert_again: true })
    expect(await stack.converted('presenter', uuid, given.id)).toMatchObject({ status: 'ready', pages_ready: 2 })
  }, 60_000)

  /**
   * By hand as large as a deck may be: `MEGABYTES=1000 vitest run features/room/deck/server/faults.test.ts -t "full in
   * the middle"`.
   */
  const MEGABYTES = Number(process.env['MEGABYTES'] ?? 12)

  it.skipIf(!canMount())(
    'full in the middle of an upload: it waits, nothing is there, and in the end every byte is',
    async () => {
      const disk = smallDisk(2 * MEGABYTES + 300)
      if (!disk) throw new Error('this needs the right to mount a disk')
      const own = await startDeckStack({ DATA_DIR: disk.dir })
      try {
        const pdf = await makeLargePdf(MEGABYTES * 1_000_000)
        const url = await own.app.listen({ port: 0, host: '127.0.0.1' })
        const { token } = own.people.presenter
        const ask = (method: string, at: string, more: Record<string, string>, body?: Buffer) =>
          fetch(at, {
            method,
            headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...more },
            ...(body && { body: new Uint8Array(body) }),
          })
        const made = await ask('POST', `${url}/uploads`, {
          'upload-length': String(pdf.length),
          'upload-metadata': `filename ${Buffer.from('large.pdf').toString('base64')}`,
        })
        const at = url + made.headers.get('location')
        const send = (from: number, to: number) =>
          ask(
            'PATCH',
            at,
            { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
            pdf.subarray(from, to),
          )
        const offset = async () => Number((await ask('HEAD', at, {})).headers.get('upload-offset'))
        const half = pdf.length >> 1
        expect((await send(0, half)).status).toBe(204)

        const filler = fill(disk.dir)
        for (let attempt = 0; attempt < 3; attempt++) {
          expect(statfsSync(disk.dir).bavail).toBe(0)
          expect((await send(await offset(), pdf.length)).status).toBe(507)
        }
        const stored = () => readdirSync(join(disk.dir, 'storage'), { recursive: true, withFileTypes: true })
        expect(stored().filter(entry => entry.isFile())).toEqual([])

        await rm(filler)
        const rest = await offset()
        expect(rest).toBeGreaterThanOrEqual(half)
        expect((await send(rest, pdf.length)).status).toBe(204)
        const { file } = await own.as('presenter').getUploadedFile({ upload_id: at.split('/').at(-1) ?? '' })
        const kept = await readFile(join(disk.dir, 'storage/decks', file.id, 'original.pdf'))
        const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
        expect(sum(kept)).toBe(sum(pdf))
        // the control: one byte that went on from another place shows
        expect(sum(Buffer.concat([pdf.subarray(0, half), pdf.subarray(half - 1, -1)]))).not.toBe(sum(pdf))
      } finally {
        own.app.server.closeAllConnections()
        await own.stop()
        disk.unmount()
      }
    },
    120_000,
  )
})
