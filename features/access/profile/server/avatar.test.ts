import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PICTURE_BYTES } from '#contract/pictures.ts'
import { joinCookie } from '#features/access/session/server/cookies.ts'
import { session } from '#features/access/session/server/tables.ts'
import { forgetPerson } from '#features/core/account/server/forgetQueries.ts'
import { giveProviderPicture } from '#features/core/account/server/profileQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { storePicture, storePictureFrom, tidyPictures } from '#server/pictures/pictures.ts'
import { picture } from '#server/pictures/tables.ts'
import { newToken } from '#server/tokens.ts'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { uploadCall } from '#testing/upload.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const red = () => sharp({ create: { width: 900, height: 600, channels: 3, background: '#c00000' } })
const upload = (who: PersonName, bytes: Buffer, part: { name?: string; type?: string } = {}) =>
  uploadCall(stack.app, 'updateAvatar', stack.people[who].token, { bytes, ...part })
const pictureOf = async (who: PersonName) => (await stack.as(who).getPersonalInfo({})).head_image
const see = (key: string, headers: Record<string, string>) =>
  stack.app.inject({ method: 'GET', url: `/webapi/${key}`, headers })
const seeAs = (who: PersonName, key: string) => see(key, { authorization: `Bearer ${stack.people[who].token}` })

describe('#updateAvatar', () => {
  it('[ROUTE-080, CONST-027, ENT-042] takes each kind of picture, drawn anew as a square without what it carried along', async () => {
    const place = { IFD0: { Copyright: 'CANARY-copyright' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const kinds = {
      jpeg: await red().withExif(place).jpeg().toBuffer(),
      png: await red().png().toBuffer(),
      webp: await red().webp().toBuffer(),
      gif: await red().gif().toBuffer(),
    }
    expect((await sharp(kinds.jpeg).metadata()).exif?.toString('latin1')).toContain('CANARY')
    for (const [kind, bytes] of Object.entries(kinds)) {
      const { body } = await upload('presenter', bytes, { name: '../../x.html', type: 'text/html' })
      expect(body.data, kind).toMatchObject({ has_own_image: true })
      const key = body.data.head_image as string
      expect(key).toMatch(/^pictures\/[\w-]{22}\.webp$/)
      const shown = await seeAs('presenter', key)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=600',
      })
      const { width, height, format, exif, pages } = await sharp(shown.rawPayload).metadata()
      expect({ width, height, format, exif, pages }).toEqual({ width: 512, height: 512, format: 'webp' })
      expect(shown.rawPayload.toString('latin1')).not.toContain('CANARY')
    }
  })

  it('takes of a moving picture its first frame, and turns a photograph upright', async () => {
    const frames = [
      await red().raw().toBuffer(),
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0000c0' } })
        .raw()
        .toBuffer(),
    ]
    const moving = await sharp(Buffer.concat(frames), {
      raw: { width: 900, height: 1200, channels: 3, pageHeight: 600 },
    })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { body } = await upload('coHost', moving)
    const shown = await seeAs('coHost', body.data.head_image)
    const { dominant } = await sharp(shown.rawPayload).stats()
    expect(dominant.r).toBeGreaterThan(dominant.b)

    const turned = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c00000' } })
      .composite([
        { input: { create: { width: 200, height: 200, channels: 3, background: '#0000c0' } }, left: 0, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const upright = await seeAs('coHost', (await upload('coHost', turned)).body.data.head_image)
    const upper = sharp(upright.rawPayload).extract({ left: 0, top: 0, width: 512, height: 100 })
    const top = await sharp(await upper.png().toBuffer()).stats()
    expect(top.dominant.b).toBeGreaterThan(top.dominant.r)
  })

  it('[CONST-027] refuses more than 2 MB, before and behind what a form may carry', async () => {
    const large = Buffer.concat([await red().jpeg().toBuffer(), Buffer.alloc(PICTURE_BYTES)])
    expect(await upload('investor', large)).toMatchObject({ status: 413, body: { error: 'PictureTooLarge' } })
    expect(await upload('investor', Buffer.alloc(5 * PICTURE_BYTES))).toMatchObject({
      body: { error: 'PictureTooLarge' },
    })
    expect(await readdir(join(stack.frame.settings.dataDir, 'incoming'))).toEqual([])
  })

  it('refuses SVG, HTML, PDF and whatever else calls itself a picture', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'
    const others = [
      svg,
      `<?xml version="1.0"?>${svg}`,
      '<!doctype html><script>alert(1)</script>',
      '%PDF-1.4',
      'II*\0',
      'BM',
      '',
      'x',
    ]
    for (const text of others) {
      const answer = await upload('investor', Buffer.from(text), { name: 'face.png', type: 'image/png' })
      expect(answer, text.slice(0, 20)).toMatchObject({ status: 415, body: { error: 'PictureTypeNotAllowed' } })
    }
    const tiff = await red().tiff().toBuffer()
    expect((await upload('investor', tiff)).body.error).toBe('PictureTypeNotAllowed')
    expect(await pictureOf('investor')).toBe('')
  })

  it('refuses what is cut off or broken', async () => {
    const whole = await red().png().toBuffer()
    for (const bytes of [
      whole.subarray(0, 60),
      Buffer.concat([whole.subarray(0, 40), Buffer.alloc(200, 7)]),
      Buffer.from('GIF89a'),
    ])
      expect((await upload('investor', bytes)).body.error).toBe('PictureDamaged')
  })

  it('refuses a bomb before it unpacks it', async () => {
    const before = process.memoryUsage().rss
    const bomb = pngOf(60_000, 60_000)
    expect(bomb.length).toBeLessThan(PICTURE_BYTES)
    expect((await upload('investor', bomb)).body.error).toBe('PictureTooManyPixels')
    const gif = Buffer.from(
      'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
      'latin1',
    )
    expect((await upload('investor', gif)).body.error).toMatch(/^Picture(TooManyPixels|Damaged)$/)
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  })

  it('leaves nothing of a picture that is a web page, a script or an archive as well', async () => {
    const page = '<html><script>CANARY()</script></html>'
    const behind = Buffer.concat([await red().jpeg().toBuffer(), Buffer.from(`PK\x03\x04${page}`)])
    const gif = await red().gif().toBuffer()
    const within = Buffer.concat([
      Buffer.from('GIF89a'),
      gif.subarray(6, -1),
      Buffer.from(`!\xfe\x27${page};`, 'latin1'),
    ])
    const comment = await red()
      .withExif({ IFD0: { ImageDescription: page } })
      .png()
      .toBuffer()
    for (const bytes of [behind, within, comment]) {
      const { body } = await upload('member', bytes)
      if (body.error) expect(body.error).toBe('PictureDamaged')
      else expect((await seeAs('member', body.data.head_image)).rawPayload.toString('latin1')).not.toContain('CANARY')
    }
  })

  it('keeps one picture of two racing uploads, and no other file', async () => {
    const bytes = await red().jpeg().toBuffer()
    const before = await pictureOf('secondInvestor')
    expect(before).toBe('')
    const answers = await Promise.all([upload('secondInvestor', bytes), upload('secondInvestor', bytes)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const rows = await stack.db.select().from(picture).where(eq(picture.isKept, true))
    const [mine, other] = answers.map(({ body }) => rows.some(({ key }) => key === body.data.head_image))
    expect([mine, other].toSorted()).toEqual([false, true])
  })
})

describe('#deleteAvatar', () => {
  it("[CALL-083, ENT-043] goes back to the provider's picture, else to none; the address of the deleted one leads nowhere at once", async () => {
    const own = (await upload('files', await red().png().toBuffer())).body?.data?.head_image ?? ''
    expect(own).toBe('') // the role files opens no profile
    const key = (await upload('pitchadmin', await red().png().toBuffer())).body.data.head_image as string
    const provided = await storePicture(stack.frame, await red().webp().toBuffer(), 'face', {
      ...stack.people.investor,
      accountId: stack.people.investor.id,
    })
    const { id } = stack.people.pitchadmin
    await stack.db.transaction(db => giveProviderPicture(db, id, provided, new Date()))
    expect(await pictureOf('pitchadmin')).toBe(key)
    expect(await stack.as('pitchadmin').deleteAvatar({})).toMatchObject({ head_image: provided, has_own_image: false })
    expect((await seeAs('pitchadmin', key)).statusCode).toBe(404)
    expect((await seeAs('pitchadmin', provided)).statusCode).toBe(200)
    expect((await stack.as('pitchadmin').getUserInfoByToken({})).head_image).toBe(provided)
    await stack.db.update(account).set({ linkedinImage: null }).where(eq(account.id, id))
    expect(await stack.as('pitchadmin').deleteAvatar({})).toMatchObject({ head_image: '' })
  })

  it('removes the files of pictures that no row names, an hour later', async () => {
    const left = await storePicture(stack.frame, await red().webp().toBuffer(), 'face', {
      ...stack.people.investor,
      accountId: stack.people.investor.id,
    })
    await tidyPictures(stack.frame)
    expect(await stack.frame.storage.read(left)).toBeDefined()
    await stack.db.update(picture).set({ changedAt: new Date(Date.now() - 3_700_000) })
    const kept = await pictureOf('presenter')
    await tidyPictures(stack.frame)
    expect(await stack.frame.storage.read(left)).toBeUndefined()
    expect((await seeAs('presenter', kept)).statusCode).toBe(200)
  })
})

it('goes with a person who is forgotten', async () => {
  const { id, organisationId } = stack.people.lumenPresenter
  const key = (await upload('lumenPresenter', await red().png().toBuffer())).body.data.head_image as string
  const deletedAt = new Date(Date.now() - 1000)
  await stack.db.update(account).set({ deletedAt }).where(eq(account.id, id))
  expect((await seeAs('lumenAdmin', key)).statusCode).toBe(404)
  expect(await stack.db.transaction(db => forgetPerson(db, id, new Date()))).toMatchObject({ id })
  const [left] = await stack.db.select().from(picture).where(eq(picture.key, key))
  expect(left).toMatchObject({ isKept: false })
  await stack.db
    .update(account)
    .set({ deletedAt: null, state: 'active', roles: ['presenter'], email: 'lumenpresenter@lumen.test', organisationId })
    .where(eq(account.id, id))
})

describe('who sees a picture', () => {
  it('people of the organisation and people of the same pitch only', async () => {
    const key = (await upload('investor', await red().png().toBuffer())).body.data.head_image as string
    for (const who of ['investor', 'member', 'admin', 'superadmin'] as const)
      expect((await seeAs(who, key)).statusCode, who).toBe(200)
    for (const who of ['lumenAdmin', 'lumenInvestor'] as const)
      expect((await seeAs(who, key)).statusCode, who).toBe(404)
    expect((await see(key, {})).statusCode).toBe(404)

    const { uuid, id } = await stack.create('lumenPresenter')
    await invite(id, 'investor')
    await invite(id, 'lumenInvestor')
    expect((await seeAs('lumenInvestor', key)).statusCode).toBe(200)
    expect((await seeAs('lumenPresenter', key)).statusCode).toBe(200)
    const token = await joinSession(id, 'lumenInvestor')
    expect((await see(key, { cookie: `${joinCookie(uuid)}=${token}` })).statusCode).toBe(200)
    await stack.db
      .update(attendee)
      .set({ removedAt: new Date() })
      .where(eq(attendee.accountId, stack.people.investor.id))
    expect((await seeAs('lumenInvestor', key)).statusCode).toBe(404)
    expect((await see(key, { cookie: `${joinCookie(uuid)}=${token}` })).statusCode).toBe(404)
  })

  it('a join session those of its own pitch only, whatever else its person attends', async () => {
    const key = (await upload('coHost', await red().png().toBuffer())).body.data.head_image as string
    const here = await stack.create('presenter', { presentation_name: 'Here' })
    const elsewhere = await stack.create('lumenPresenter', { presentation_name: 'Elsewhere' })
    await invite(here.id, 'lumenInvestor')
    await invite(here.id, 'coHost')
    await invite(elsewhere.id, 'lumenInvestor')
    const inside = await joinSession(here.id, 'lumenInvestor')
    const outside = await joinSession(elsewhere.id, 'lumenInvestor')
    expect((await see(key, { authorization: `Bearer ${inside}` })).statusCode).toBe(200)
    expect((await see(key, { authorization: `Bearer ${outside}` })).statusCode).toBe(404)
  })

  it('answers every other address below it the same', async () => {
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      'x.webp',
      `${'a'.repeat(22)}.webp`,
      `${'a'.repeat(22)}.svg`,
      '%00',
      '..',
    ])
      expect((await seeAs('superadmin', `pictures/${name}`)).statusCode, name).toBe(404)
  })
})

describe("a provider's picture", () => {
  it('is not taken from our own network, and nothing fails for that', async () => {
    for (const address of [
      `http://127.0.0.1:${1}/x`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'nonsense',
    ])
      expect(await storePictureFrom(stack.frame, address, stack.people.investor.id), address).toBeUndefined()
  })
})

async function invite(pitchId: number, who: PersonName) {
  const { id: accountId, email } = stack.people[who]
  const [row] = await stack.db.select().from(pitch).where(eq(pitch.id, pitchId))
  await stack.db.insert(attendee).values({ pitchId, accountId, email, organisationId: row?.organisationId ?? '' })
}

async function joinSession(pitchId: number, who: PersonName): Promise<string> {
  const { id: accountId, organisationId } = stack.people[who]
  const { token, hash } = newToken()
  const tokenExpiresAt = new Date(Date.now() + 3_600_000)
  const values = { kind: 'join', accountId, organisationId, pitchId, tokenHash: hash, tokenExpiresAt, ip: '127.0.0.1' }
  await stack.db.insert(session).values({ ...values, kind: 'join' as const })
  return token
}

/** A PNG that says it is very large, with little behind it. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(5_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
