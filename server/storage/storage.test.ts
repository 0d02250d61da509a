import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3Server } from '#testing/s3Server.ts'
import { readPlain, writeAnew } from './local.ts'
import { openStorage, type Range, type Storage } from './storage.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3Server>>
const storages = {} as Record<'disk' | 's3', Storage>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-storage-'))
  s3 = await startS3Server('decks')
  const access = { region: 'us-east-1', bucket: 'decks', accessKeyId: 'key', secretAccessKey: 'secret' }
  storages.disk = await openStorage({ dataDir: folder, s3: undefined })
  storages.s3 = await openStorage({ dataDir: folder, s3: { endpoint: s3.endpoint, ...access } })
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

async function textOf(storage: Storage, key: string, range?: Range) {
  const found = await storage.read(key, range)
  return found && { ...found, stream: undefined, text: Buffer.concat(await found.stream.toArray()).toString() }
}

describe.each(['disk', 's3'] as const)('storage on %s', where => {
  const storage = () => storages[where]

  it('keeps bytes, streams and files under their keys, with size and type', async () => {
    await writeFile(join(folder, 'given'), 'from a file')
    await storage().put('a/bytes.pdf', Buffer.from('some bytes'))
    await storage().put('a/stream.jpg', Readable.from([Buffer.from('in '), Buffer.from('pieces')]))
    await storage().put('a/file.pptx', { file: join(folder, 'given') })
    expect(await textOf(storage(), 'a/bytes.pdf')).toMatchObject({
      text: 'some bytes',
      size: 10,
      type: 'application/pdf',
    })
    expect(await textOf(storage(), 'a/stream.jpg')).toMatchObject({ text: 'in pieces', size: 9, type: 'image/jpeg' })
    expect(await textOf(storage(), 'a/file.pptx')).toMatchObject({ text: 'from a file', size: 11 })
    expect(existsSync(join(folder, 'given')), 'the file was taken over').toBe(false)
  })

  it('names the folders in a folder', async () => {
    expect(await storage().folders('f')).toEqual([])
    for (const key of ['f/one/a.bin', 'f/one/two/b.bin', 'f/three/c.bin', 'f/d.bin', 'fother/e.bin'])
      await storage().put(key, Buffer.from('x'))
    expect((await storage().folders('f')).toSorted()).toEqual(['one', 'three'])
    await storage().remove('f')
    expect(await storage().folders('f')).toEqual([])
  })

  it('takes over no link, which may lead anywhere', async () => {
    await writeFile(join(folder, 'secret'), 'a secret')
    await symlink(join(folder, 'secret'), join(folder, 'link'))
    await expect(storage().put('l/link.bin', { file: join(folder, 'link') })).rejects.toThrow(/file/)
    expect(await storage().read('l/link.bin')).toBeUndefined()
    await expect(readPlain(join(folder, 'link'))).rejects.toThrow('ELOOP')
    await writeAnew(join(folder, 'link'), 'new')
    expect(String(await readPlain(join(folder, 'link')))).toBe('new')
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('a secret')
    await rm(join(folder, 'link'))
  })

  it('reads a range, an empty object, and reports a missing one', async () => {
    await storage().put('b/range.bin', Buffer.from('0123456789'))
    await storage().put('b/empty.bin', Buffer.alloc(0))
    expect(await textOf(storage(), 'b/range.bin', { start: 2, end: 4 })).toMatchObject({ text: '234', size: 10 })
    expect(await textOf(storage(), 'b/range.bin', { start: 7 })).toMatchObject({ text: '789', size: 10 })
    expect(await textOf(storage(), 'b/empty.bin')).toMatchObject({ text: '', size: 0 })
    expect(await storage().read('b/nothing.bin')).toBeUndefined()
    await expect(storage().read('b/range.bin', { start: 99 })).rejects.toThrow(RangeError)
  })

  it('copies an object to a path, and removes one or all below a prefix', async () => {
    for (const key of ['c/one.bin', 'c/two/deep.bin', 'cc/other.bin']) await storage().put(key, Buffer.from(key))
    const path = join(folder, `copy-${where}`)
    expect(await storage().copyTo('c/one.bin', path)).toBe(true)
    expect(await readFile(path, 'utf8')).toBe('c/one.bin')
    expect(await storage().copyTo('c/none.bin', path)).toBe(false)
    await storage().remove('c')
    expect(await storage().read('c/one.bin')).toBeUndefined()
    expect(await storage().read('c/two/deep.bin')).toBeUndefined()
    expect(await textOf(storage(), 'cc/other.bin')).toMatchObject({ text: 'cc/other.bin' })
  })

  it('refuses every key that could name a place outside', async () => {
    const keys = ['../x', 'a/../../x', '/etc/passwd', 'a//b', '.hidden', 'a/.b', 'a\\b', 'a\0b', '', 'a/%2e%2e/b', 'ä']
    for (const key of keys) {
      await expect(storage().put(key, Buffer.from('x')), key).rejects.toThrow('not a storage key')
      await expect(storage().read(key), key).rejects.toThrow('not a storage key')
      await expect(storage().remove(key), key).rejects.toThrow('not a storage key')
    }
  })

  it('leaves nothing of a broken stream, and keeps the object from before', async () => {
    await storage().put('d/kept.bin', Buffer.from('before'))
    async function* breaking() {
      yield Buffer.alloc(100_000)
      throw new Error('the sender is gone')
    }
    await expect(storage().put('d/kept.bin', Readable.from(breaking()))).rejects.toThrow('the sender is gone')
    expect(await textOf(storage(), 'd/kept.bin')).toMatchObject({ text: 'before' })
  })

  it('says that it works', async () => {
    expect(await storage().status()).toBe('ok')
  })
})

it('stores a large object in S3 in parts, with no more than a part in memory, the same to the last byte', async () => {
  const bytes = randomBytes(40 * 1024 ** 2 + 7)
  await storages.s3.put('large.bin', Readable.from(cut(bytes, 70_000)))
  const stored = s3.objects.get('large.bin')?.bytes ?? Buffer.alloc(0)
  expect(createHash('sha256').update(stored).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(s3.largestBody()).toBe(16 * 1024 ** 2)
})

it('removes the parts of an interrupted large object', async () => {
  async function* breaking() {
    yield randomBytes(20 * 1024 ** 2)
    throw new Error('the sender is gone')
  }
  await expect(storages.s3.put('broken.bin', Readable.from(breaking()))).rejects.toThrow('the sender is gone')
  expect(s3.multiparts.size).toBe(0)
  expect(s3.objects.has('broken.bin')).toBe(false)
})

it('says that a bucket does not answer', async () => {
  const elsewhere = {
    endpoint: s3.endpoint,
    region: 'x',
    bucket: 'none',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  }
  const storage = await openStorage({ dataDir: folder, s3: elsewhere })
  expect(await storage.status()).toMatch(/^off: the bucket none does not answer/)
})

it('leaves nothing behind when the disk is full, reports it, and works again once there is space', async () => {
  const own = join(folder, 'full')
  const storage = await openStorage({ dataDir: own, s3: undefined })
  async function* onFullDisk() {
    yield Buffer.from('the beginning')
    await writeFile('/dev/full', 'the rest') // what Linux says here is what it says of a full disk
  }
  await expect(storage.put('a.bin', Readable.from(onFullDisk()))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(join(own, 'storage'), { recursive: true })).toEqual(['.incoming'])
  await storage.put('a.bin', Buffer.from('whole'))
  expect(await textOf(storage, 'a.bin')).toMatchObject({ text: 'whole' })
})

function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
