import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm, symlink } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_DECK_BYTES } from '#features/room/deck/rules.ts'
import { type DeckStack, startDeckStack } from '#testing/deckStack.ts'
import { makeLargePdf, makeLockedPdf, makePdf } from '#testing/decks.ts'
import type { PersonName } from '#testing/people.ts'
import { uploadsFolder } from './finishUpload.ts'
import { deckFile, deckUpload } from './tables.ts'
import { cleanDecks } from './upkeep.ts'

let stack: DeckStack
let url: string
let pdf: Buffer
beforeAll(async () => {
  stack = await startDeckStack()
  url = await stack.app.listen({ port: 0, host: '127.0.0.1' })
  pdf = await makePdf(1)
})
afterAll(() => stack.stop())

type Who = PersonName | undefined
const headersOf = (who: Who, more: Record<string, string> = {}) => ({
  'tus-resumable': '1.0.0',
  ...(who ? { authorization: `Bearer ${stack.people[who].token}` } : {}),
  ...more,
})

function create(who: Who, name: string, length: number) {
  const meta = `filename ${Buffer.from(name).toString('base64')}`
  const headers = headersOf(who, { 'upload-length': String(length), 'upload-metadata': meta })
  return fetch(`${url}/uploads`, { method: 'POST', headers })
}
const codeOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
const head = (who: Who, at: string) => fetch(at, { method: 'HEAD', headers: headersOf(who) })
const patch = (who: Who, at: string, offset: number, bytes: Buffer) =>
  fetch(at, {
    method: 'PATCH',
    headers: headersOf(who, { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }),
    body: new Uint8Array(bytes),
  })

/** An upload with nothing in it yet: its address and its id. */
async function begin(who: PersonName, name: string, length: number) {
  const answer = await create(who, name, length)
  expect(answer.status).toBe(201)
  const location = answer.headers.get('location') ?? ''
  return { at: `${url}${location}`, id: location.split('/').at(-1) ?? '' }
}

/** Sends some bytes and breaks the connection before the rest. */
function sendAndBreak(at: string, bytes: Buffer, length: number): Promise<void> {
  return new Promise(resolve => {
    const headers = headersOf('presenter', {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(length),
    })
    const request = httpRequest(at, { method: 'PATCH', headers })
    request.on('error', () => {})
    request.on('close', () => resolve())
    request.write(bytes, () => setTimeout(() => request.destroy(), 500))
  })
}

interface Plain {
  readonly method: string
  readonly more?: Record<string, string>
  /** Sent in chunks, its length not told. */
  readonly body?: Buffer
}

/** Sends requests one after the other by one connection; answers the statuses that came within five seconds. */
async function oneConnection(at: string, requests: readonly Plain[]): Promise<number[]> {
  const { hostname, port, pathname } = new URL(at)
  const socket = connect(Number(port), hostname)
  for (const { method, body, more } of requests) {
    const headers = headersOf('presenter', {
      ...{ host: hostname, ...more },
      ...(body && { 'content-type': 'application/offset+octet-stream', 'transfer-encoding': 'chunked' }),
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write([`${method} ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    if (body) {
      socket.write(`${body.length.toString(16)}\r\n`)
      socket.write(body)
      socket.write('\r\n0\r\n\r\n')
    }
  }
  let answers = ''
  socket.on('data', (data: Buffer) => {
    answers += data.toString('latin1')
  })
  socket.on('error', () => {})
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  for (const end = Date.now() + 5000; statuses().length < requests.length && Date.now() < end; ) await sleep(20)
  socket.destroy()
  return statuses()
}

/** A PATCH that sends its first byte at once and the others later. Answers its status, and the offset that it is told. */
function sendSlowly(at: string, bytes: Buffer): Promise<{ status?: number; offset?: number }> {
  return new Promise(resolve => {
    const headers = headersOf('presenter', {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(bytes.length),
    })
    const request = httpRequest(at, { method: 'PATCH', headers }, answer => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, offset: Number(answer.headers['upload-offset']) })
    })
    request.on('error', () => resolve({}))
    request.write(bytes.subarray(0, 1), () => setTimeout(() => request.end(bytes.subarray(1)), 300))
  })
}

describe('before the first byte', () => {
  it('[RULE-051, CONST-026, ERR-041] refuses what is over 1 GB, takes 1 GB, and refuses what is empty or no deck', async () => {
    const outcome = async (name: string, length: number) => {
      const answer = await create('presenter', name, length)
      return answer.status === 201 ? 'taken' : codeOf(answer)
    }
    expect(MAX_DECK_BYTES).toBe(1024 ** 3)
    expect(await outcome('a.pdf', MAX_DECK_BYTES + 1)).toBe('DeckTooLarge')
    expect(await outcome('a.pdf', MAX_DECK_BYTES)).toBe('taken')
    expect(await outcome('a.pdf', 0)).toBe('DeckEmpty')
    for (const name of ['a.exe', 'a.key', 'pdf', 'a.pdf.zip', ''])
      expect(await outcome(name, 100)).toBe('DeckTypeNotAllowed')
  })

  it('refuses a caller without a session, a client that does not speak tus, and too many uploads at a time', async () => {
    expect(await codeOf(await create(undefined, 'a.pdf', 10))).toBe('NotSignedIn')
    expect(await codeOf(await create('banking', 'a.pdf', 10))).toBe('NotAllowed')
    const headers = { authorization: headersOf('presenter').authorization ?? '' }
    expect((await fetch(`${url}/uploads`, { method: 'POST', headers })).status).toBe(400)
    const options = await fetch(`${url}/uploads`, { method: 'OPTIONS' })
    // videos are larger than decks
    expect(options.headers.get('tus-max-size')).toBe(String(10 * 1024 ** 3))
    const codes = []
    for (let n = 0; n < 22; n++) codes.push((await create('admin', `${n}.pdf`, 10)).status)
    expect(codes.filter(status => status === 201)).toHaveLength(20)
    expect(codes.at(-1)).toBe(429)
    const atOnce = await Promise.all(Array.from({ length: 40 }, (_, n) => create('superadmin', `${n}.pdf`, 10)))
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(20)
  })
})

describe('an upload', () => {
  it('becomes a file with its pages, which a pitch can take once', async () => {
    const { at, id } = await begin('presenter', 'deck.pdf', pdf.length)
    await expect(stack.as('presenter').getUploadedFile({ upload_id: id })).rejects.toMatchObject({
      code: 'UploadNotFinished',
    })
    expect((await patch('presenter', at, 0, pdf)).status).toBe(204)
    const uploaded = async () => stack.as('presenter').getUploadedFile({ upload_id: id })
    await expect.poll(async () => (await uploaded()).file.status, { timeout: 15_000 }).toBe('ready')
    const { file, pages } = await uploaded()
    expect(file).toMatchObject({ name: 'deck.pdf', size: pdf.length, pages: 1 })
    const picture = (who: PersonName) =>
      fetch(`${url}${pages[0]?.url}`, { headers: { authorization: `Bearer ${stack.people[who].token}` } })
    expect((await picture('presenter')).status).toBe(200)
    expect((await picture('admin')).status).toBe(404)
    const { uuid: pitch_uuid } = await stack.pitchOf('presenter')
    await stack.as('presenter').createPitchFile({ pitch_uuid, upload_id: id })
    expect((await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })).total).toBe(1)
    const { uuid: other } = await stack.pitchOf('presenter')
    await expect(stack.as('presenter').createPitchFile({ pitch_uuid: other, upload_id: id })).rejects.toMatchObject({
      code: 'UploadNotFound',
    })
  })

  it('that was cut off goes on where it was, and is the same to the last byte', async () => {
    const large = await makeLargePdf(6e6)
    const { at, id } = await begin('presenter', 'large.pdf', large.length)
    await sendAndBreak(at, large.subarray(0, 2_500_000), large.length)
    const offset = Number((await head('presenter', at)).headers.get('upload-offset'))
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(2_500_000)
    // A client that is mistaken about the offset changes nothing.
    expect((await patch('presenter', at, offset + 1, Buffer.from('x'))).status).toBe(409)
    expect((await patch('presenter', at, offset, large.subarray(offset))).headers.get('upload-offset')).toBe(
      String(large.length),
    )
    const { uuid: pitch_uuid } = await stack.pitchOf('presenter')
    const { id: file_id } = await stack.as('presenter').createPitchFile({ pitch_uuid, upload_id: id })
    const location = await stack.as('presenter').getPitchFileLocation({ pitch_uuid, file_id })
    const stored = await fetch(`${url}${location.url}`, { headers: headersOf('presenter') })
    const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(sha(Buffer.from(await stored.arrayBuffer()))).toBe(sha(large))
  })

  it('works with the client that browsers use, and a second connection takes over from the first', async () => {
    const large = await makeLargePdf(3e6)
    const { at } = await begin('presenter', 'large.pdf', large.length)
    // The first connection hangs with half of the bytes, as one does whose network is gone.
    const headers = headersOf('presenter', {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(large.length),
    })
    const hanging = httpRequest(at, { method: 'PATCH', headers }).on('error', () => {})
    hanging.write(large.subarray(0, 1_000_000))
    await sleep(150)
    await new Promise<void>((resolve, reject) => {
      const authorization = headersOf('presenter').authorization ?? ''
      const upload = new Upload(large, {
        uploadUrl: at,
        chunkSize: 700_000,
        headers: { authorization },
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    })
    const reached = await head('presenter', at)
    expect(reached.headers.get('upload-offset')).toBe(String(large.length))
    hanging.destroy()
  })

  it('is written by one connection at a time, however many begin at once: what was checked is what is kept', async () => {
    const { at } = await begin('presenter', 'Raced.pdf', pdf.length)
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendSlowly(at, pdf)))
    const whole = answers.filter(({ status, offset }) => status === 204 && offset === pdf.length)
    expect(whole.length).toBeLessThanOrEqual(1)
    expect(answers.map(({ status }) => status)).not.toContain(500)
  })

  it('carries no more than was announced', async () => {
    const { at, id } = await begin('presenter', 'a.pdf', 1000)
    expect(await codeOf(await patch('presenter', at, 0, randomBytes(1001)))).toBe('DeckTooLarge')
    expect((await head('presenter', at)).headers.get('upload-offset')).toBe('0')
    // Without a length in advance, too: refused in the middle of it. Its connection serves what comes after.
    const statuses = await oneConnection(at, [
      { method: 'PATCH', body: randomBytes(4_000_000), more: { 'upload-offset': '0' } },
      { method: 'HEAD' },
    ])
    expect(statuses).toEqual([413, 200])
    expect(existsSync(join(uploadsFolder(stack.frame), id))).toBe(true)
    expect(Number((await head('presenter', at)).headers.get('upload-offset'))).toBeLessThanOrEqual(1000)
  })

  it('only lets its sender see, continue, end or use it', async () => {
    const { at, id } = await begin('presenter', 'a.pdf', pdf.length)
    for (const who of ['coHost', 'admin', 'superadmin', 'lumenPresenter'] as const) {
      expect((await head(who, at)).status).toBe(404)
      expect((await patch(who, at, 0, pdf)).status).toBe(404)
      expect((await fetch(at, { method: 'DELETE', headers: headersOf(who) })).status).toBe(404)
    }
    expect((await patch(undefined, at, 0, pdf)).status).toBe(401)
    expect((await patch('presenter', at, 0, pdf)).status).toBe(204)
    const { uuid: pitch_uuid } = await stack.pitchOf('coHost')
    for (const call of [
      () => stack.as('coHost').createPitchFile({ pitch_uuid, upload_id: id }),
      () => stack.as('coHost').getUploadedFile({ upload_id: id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'UploadNotFound' })
  })

  it('[ERR-038] that is refused says why at its end, and nothing of it is kept', async () => {
    const locked = makeLockedPdf()
    const { at, id } = await begin('presenter', 'locked.pdf', locked.length)
    const answer = await patch('presenter', at, 0, locked)
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'DeckEncrypted'])
    expect(existsSync(join(uploadsFolder(stack.frame), id))).toBe(false)
    expect((await head('presenter', at)).status).toBe(404)
  })

  it('that is cancelled while it becomes a file leaves none', async () => {
    const { at, id } = await begin('coHost', 'Late.pdf', pdf.length)
    const { storage } = stack.frame
    const put = vi.spyOn(storage, 'put')
    const keys: string[] = []
    put.mockImplementationOnce(async (key, source) => {
      keys.push(key)
      put.mockRestore()
      await storage.put(key, source)
      // its sender's request comes a moment before the upload is noted as finished
      await stack.db.delete(deckUpload).where(eq(deckUpload.id, id))
    })
    expect(await codeOf(await patch('coHost', at, 0, pdf))).toBe('UploadNotFound')
    expect(await storage.read(keys[0] ?? '')).toBeUndefined()
    const kept = await stack.db
      .select()
      .from(deckFile)
      .where(and(eq(deckFile.name, 'Late.pdf'), isNull(deckFile.deletedAt)))
    expect(kept).toEqual([])
  })

  it('can be cancelled, before its end and after it', async () => {
    const unfinished = await begin('presenter', 'a.pdf', pdf.length)
    const finished = await begin('presenter', 'b.pdf', pdf.length)
    await patch('presenter', finished.at, 0, pdf)
    const { file } = await stack.as('presenter').getUploadedFile({ upload_id: finished.id })
    for (const { at, id } of [unfinished, finished]) {
      expect((await fetch(at, { method: 'DELETE', headers: headersOf('presenter') })).status).toBe(204)
      expect((await head('presenter', at)).status).toBe(404)
      expect(existsSync(join(uploadsFolder(stack.frame), id))).toBe(false)
    }
    expect(await stack.frame.storage.read(`decks/${file.id}/original.pdf`)).toBeUndefined()
  })
})

describe('when things go wrong', () => {
  it('reports a full disk during an upload, keeps the rest working, and completes the upload when there is space', async () => {
    const { at, id } = await begin('presenter', 'a.pdf', pdf.length)
    const path = join(uploadsFolder(stack.frame), id)
    const half = pdf.length >> 1
    await patch('presenter', at, 0, pdf.subarray(0, half))
    // What is written to /dev/full fails as on a disk without space.
    await rename(path, `${path}.kept`)
    await symlink('/dev/full', path)
    const full = await patch('presenter', at, 0, pdf.subarray(half))
    expect([full.status, await codeOf(full)]).toEqual([507, 'StorageFull'])
    const { uuid: pitch_uuid } = await stack.pitchOf('presenter')
    expect((await stack.as('presenter').sgGetPitchPagesData({ pitch_uuid })).status).toBe('none')
    await rm(path)
    await rename(`${path}.kept`, path)
    expect(Number((await head('presenter', at)).headers.get('upload-offset'))).toBe(half)
    expect((await patch('presenter', at, half, pdf.subarray(half))).status).toBe(204)
    expect((await stack.as('presenter').getUploadedFile({ upload_id: id })).file.size).toBe(pdf.length)
  })

  it('a server that died before it made a file of an upload makes it when it is asked again', async () => {
    const { at, id } = await begin('presenter', 'a.pdf', pdf.length)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(join(uploadsFolder(stack.frame), id), pdf)
    expect((await head('presenter', at)).headers.get('upload-offset')).toBe(String(pdf.length))
    expect((await stack.as('presenter').getUploadedFile({ upload_id: id })).file.name).toBe('a.pdf')
  })

  it('an upload that never ended is forgotten after a day, a file that no pitch wanted too', async () => {
    const unfinished = await begin('presenter', 'a.pdf', 100)
    const unwanted = await begin('presenter', 'b.pdf', pdf.length)
    await patch('presenter', unwanted.at, 0, pdf)
    const { file } = await stack.as('presenter').getUploadedFile({ upload_id: unwanted.id })
    await cleanDecks(stack.frame)
    expect((await head('presenter', unfinished.at)).status).toBe(200)
    await cleanDecks(stack.frame, new Date(Date.now() + 25 * 3_600_000))
    expect((await head('presenter', unfinished.at)).status).toBe(404)
    expect(existsSync(join(uploadsFolder(stack.frame), unfinished.id))).toBe(false)
    const left = await stack.db.select({ id: deckFile.id }).from(deckFile)
    expect(left.map(row => row.id)).not.toContain(file.id)
    expect(await stack.frame.storage.read(`decks/${file.id}/original.pdf`)).toBeUndefined()
  })

  it('the folder of a conversion goes a day after its server was killed, and never while it runs', async () => {
    const { mkdir, readdir, utimes } = await import('node:fs/promises')
    const folder = join(stack.frame.settings.dataDir, 'converting')
    for (const name of ['deck-dead', 'deck-runs']) await mkdir(join(folder, name), { recursive: true })
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
    await utimes(join(folder, 'deck-dead'), twoDaysAgo, twoDaysAgo)
    // as on a server whose own clock is two days behind
    await cleanDecks(stack.frame, new Date(Date.now() + 48 * 3_600_000))
    const left = await readdir(folder)
    expect(left).toContain('deck-runs')
    expect(left).not.toContain('deck-dead')
  })
})
