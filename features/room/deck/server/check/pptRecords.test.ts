import { expect, it } from 'vitest'
import { rewritePictureRecord } from './pptPictures.ts'
import { type PptRecord, rewriteRecord, writeRecord } from './pptRecords.ts'

const to = { rewriteEntry: (body: Buffer) => body, rewritePicture: rewritePictureRecord }

/** A list of pictures of bullets with one picture: two bytes, then its record. */
function bulletsWith(picture: Buffer): PptRecord {
  const body = Buffer.concat([Buffer.alloc(16, 7), Buffer.from([0xff]), picture])
  const record = writeRecord({ version: 0, instance: 0x6e0, type: 0xf01e, body })
  const bullet = { version: 0, instance: 0, type: 0x07f9, body: Buffer.concat([Buffer.from([6, 6]), record]) }
  return { version: 0x0f, instance: 0, type: 0x07f8, body: writeRecord(bullet) }
}

it('keeps the pictures of bullets in a ppt, and leaves out one that is no picture', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40, 1)])
  const bullets = bulletsWith(png)
  expect(rewriteRecord(bullets, to)).toEqual(writeRecord(bullets))
  const postScript = bulletsWith(Buffer.from('%!PS-Adobe-3.0 EPSF-3.0 showpage'))
  expect(rewriteRecord(postScript, to)).toEqual(writeRecord({ ...bullets, body: Buffer.alloc(0) }))
})
