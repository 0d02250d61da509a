import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import CFB from 'cfb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeZip, makeLockedPdf, makeManyPages, makePdf, makePptx, makeZip, type Part } from '#testing/decks.ts'
import { checkFile } from './checkFile.ts'

let folder: string
let plain: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-check-'))
  plain = await makePptx([{ title: 'One', lines: ['a line'] }, { title: 'Two' }])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function outcome(bytes: Buffer | string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const anew = join(folder, 'anew')
  const ended = checkFile(path, anew).then(({ type, pages, notes }) => ({ type, pages, notes }))
  return ended.catch(error => (error as { failure?: string }).failure ?? String(error))
}

/** A compound file, the container of .ppt, with these streams. */
function makeCompound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_del(file, '/\u0001Sh33tJ5')
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, bytes)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer)
}

function record(type: number, body: Buffer, isContainer = false): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(isContainer ? 0x0f : 0, 0)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const currentUser = (token: number) => {
  const body = Buffer.alloc(20)
  body.writeUInt32LE(0x14, 0)
  body.writeUInt32LE(token, 4)
  body.writeUInt32LE(EDIT_AT, 8)
  return record(0x0ff6, body)
}
/** Where the record of the last edit stands in the documents that are made here. */
const EDIT_AT = 512
const beginning95 = Buffer.from('03000000ffff0000', 'hex')
const OPEN = 0xe391c05f
const ENCRYPTED = 0xf3d1c4df
const documentWith = (hasMacros: number) => {
  const atom = Buffer.alloc(12)
  atom.writeUInt32LE(hasMacros, 4)
  const list = record(0x07d0, record(0x03ff, record(0x0400, atom), true), true)
  const document = record(0x03e8, Buffer.concat([record(0x03e9, Buffer.alloc(40)), list]), true)
  const places = Buffer.alloc(8)
  places.writeUInt32LE((1 << 20) | 1, 0)
  const edit = Buffer.alloc(28)
  edit.writeUInt32LE(document.length, 12)
  edit.writeUInt32LE(1, 16)
  const end = EDIT_AT - document.length - 16
  return Buffer.concat([document, record(0x1772, places), Buffer.alloc(end), record(0x0ff5, edit), Buffer.alloc(5000)])
}

describe('[RULE-052] what a file is, is told by what is in it', () => {
  it('takes a pptx, a ppt and a pdf, and counts the pages of those that it can', async () => {
    expect(await outcome(plain)).toEqual({ type: 'pptx', pages: 2, notes: [] })
    expect(await outcome(await makePdf(7))).toEqual({ type: 'pdf', pages: 7, notes: [] })
    const ppt = makeCompound({ 'PowerPoint Document': documentWith(0), 'Current User': currentUser(OPEN) })
    expect(await outcome(ppt)).toEqual({ type: 'ppt', pages: null, notes: [] })
  })

  it('takes a pptx with a newline, or more, that mail and download programs add', async () => {
    for (const more of ['\n', '\r\n', 'x'.repeat(60_000), `PK\x05\x06${'y'.repeat(40)}`])
      expect(await outcome(Buffer.concat([plain, Buffer.from(more)]))).toEqual({ type: 'pptx', pages: 2, notes: [] })
  })

  it('takes a ppt for PowerPoint 95 and 97, whose streams of 97 have a storage of their own', async () => {
    const of95 = {
      'PowerPoint Document': Buffer.concat([beginning95, Buffer.alloc(5000)]),
      'Current User': Buffer.alloc(28),
    }
    const of97 = { 'PowerPoint Document': documentWith(0), 'Current User': currentUser(OPEN) }
    const inStorage = Object.entries(of97).map(([name, bytes]) => [`PP97_DUALSTORAGE/${name}`, bytes])
    const both = makeCompound({ ...of95, ...Object.fromEntries(inStorage) })
    expect(await outcome(both)).toEqual({ type: 'ppt', pages: null, notes: [] })
    expect(await outcome(makeCompound(of95))).toBe('DeckTooOld')
    expect(await outcome(makeCompound({ PP40: Buffer.alloc(5000), Book: Buffer.alloc(5000) }))).toBe('DeckTooOld')
  })

  it('refuses what only has the right name: text, a picture, a web page, a zip, a Word file, an Excel file', async () => {
    const word = await changeZip(plain, parts => {
      const types = String(parts.get('[Content_Types].xml'))
      parts.set(
        '[Content_Types].xml',
        types.replaceAll('presentationml.presentation.main', 'wordprocessingml.document.main'),
      )
    })
    const others = [
      'just text',
      '<html></html>',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      word,
      makeZip([{ name: 'a', bytes: 'b' }]),
    ]
    for (const other of others) expect(await outcome(other)).toBe('DeckTypeNotAllowed')
    expect(await outcome(makeCompound({ Workbook: Buffer.alloc(5000) }))).toBe('DeckTypeNotAllowed')
    expect(await outcome(makeCompound({ WordDocument: Buffer.alloc(5000) }))).toBe('DeckTypeNotAllowed')
  })

  it('refuses an empty file, a deck without slides, and damaged ones, with their reasons', async () => {
    expect(await outcome('')).toBe('DeckEmpty')
    const none = await changeZip(plain, parts => {
      const part = 'ppt/presentation.xml'
      parts.set(part, String(parts.get(part)).replace(/<p:sldIdLst>.*?<\/p:sldIdLst>/s, ''))
    })
    expect(await outcome(none)).toBe('DeckEmpty')
    expect(await outcome(plain.subarray(0, plain.length / 2))).toBe('DeckDamaged')
    expect(await outcome((await makePdf(3)).subarray(0, 200))).toBe('DeckDamaged')
    expect(await outcome(await changeZip(plain, parts => parts.delete('ppt/presentation.xml')))).toBe('DeckDamaged')
    expect(await outcome(makeCompound({ Other: Buffer.alloc(5000) }))).toBe('DeckDamaged')
    const cut = makeCompound({ 'PowerPoint Document': documentWith(0), 'Current User': currentUser(OPEN) })
    expect(await outcome(cut.subarray(0, 1024))).toBe('DeckDamaged')
  })
})

describe('protected files', () => {
  it('are refused with the reason: pdf, ppt, pptx', async () => {
    expect(await outcome(makeLockedPdf())).toBe('DeckEncrypted')
    const document = { 'PowerPoint Document': Buffer.alloc(5000) }
    expect(await outcome(makeCompound({ ...document, 'Current User': currentUser(ENCRYPTED) }))).toBe('DeckEncrypted')
    expect(await outcome(makeCompound({ ...document, EncryptedSummary: Buffer.alloc(5000) }))).toBe('DeckEncrypted')
    expect(
      await outcome(makeCompound({ EncryptionInfo: Buffer.alloc(500), EncryptedPackage: Buffer.alloc(9000) })),
    ).toBe('DeckEncrypted')
  })
})

describe('hostile files', () => {
  it('refuses macros in a pptx and in a ppt', async () => {
    const withPart = (name: string) => changeZip(plain, parts => void parts.set(name, 'x'))
    expect(await outcome(await withPart('ppt/vbaProject.bin'))).toBe('DeckHasMacros')
    const renamed = await changeZip(plain, parts => {
      const types = String(parts.get('[Content_Types].xml'))
      const other = types.replace(
        'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
        'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
      )
      parts.set('[Content_Types].xml', other)
    })
    expect(await outcome(renamed)).toBe('DeckHasMacros')
    const ppt = { 'PowerPoint Document': documentWith(1), 'Current User': currentUser(OPEN) }
    expect(await outcome(makeCompound(ppt))).toBe('DeckHasMacros')
  })

  it('refuses zips that explode, overlap, lie about their sizes, or name a part twice', async () => {
    const parts: Part[] = [{ name: '[Content_Types].xml', bytes: 'presentationml.presentation.main+xml' }]
    const zeros = Buffer.alloc(130 * 1024 ** 2)
    expect(await outcome(makeZip([...parts, { name: 'ppt/media/a.png', bytes: zeros }]))).toBe('DeckHostile')
    expect(await outcome(makeZip([...parts, { name: 'ppt/slides/a.xml', bytes: zeros }]))).toBe('DeckHostile')
    const lie = { name: 'ppt/media/b.emf', bytes: zeros.subarray(0, 1e6), claims: 1000 }
    expect(
      await outcome(
        makeZip([...parts, { name: 'ppt/presentation.xml', bytes: '<p:sldId id="256" r:id="rId2"/>' }, lie]),
      ),
    ).toBe('DeckDamaged')
    expect(await outcome(makeZip([...parts, ...parts]))).toBe('DeckHostile')
    const many = Array.from({ length: 20_001 }, (_, n) => ({ name: `ppt/${n}.xml`, bytes: '' }))
    expect(await outcome(makeZip([...parts, ...many]))).toBe('DeckHostile')
  })

  it('refuses markup with a document type, in any encoding', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><p:sld>&b;</p:sld>'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bomb, 'utf16le')])
    for (const bytes of [bomb, utf16, Buffer.from(utf16).swap16()]) {
      const deck = await changeZip(plain, parts => void parts.set('ppt/slides/slide2.xml', bytes))
      expect(await outcome(deck)).toBe('DeckHostile')
    }
  })

  it('refuses 10,000 pages: of a pptx, and of a pdf', async () => {
    const many = await changeZip(plain, parts => {
      const part = 'ppt/presentation.xml'
      const slides = Array.from({ length: 10_000 }, (_, n) => `<p:sldId id="${300 + n}" r:id="rId2"/>`).join('')
      parts.set(part, String(parts.get(part)).replace('</p:sldIdLst>', `${slides}</p:sldIdLst>`))
    })
    expect(await outcome(many)).toBe('DeckTooManyPages')
    expect(await outcome(makeManyPages(10_000))).toBe('DeckTooManyPages')
  })

  it('notices every link that would be fetched, however it is written, and leaves hyperlinks alone', async () => {
    const rels = (relationship: string) =>
      changeZip(plain, parts => {
        const part = 'ppt/slides/_rels/slide1.xml.rels'
        parts.set(part, String(parts.get(part)).replace('</Relationships>', `${relationship}</Relationships>`))
      })
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const links = [
      `<Relationship Id="x" Type="${type}/image" Target="http://a.test/x.png" TargetMode="External"/>`,
      `<Relationship Id='x' Type='${type}/oleObject' Target='file:///etc/passwd' TargetMode='External'></Relationship>`,
      `<Relationship Id="x" Type="${type}/video" Target="&#104;ttp://a.test/x" TargetMode="&#x45;xternal" />`,
      `<Relationship Id="x" Type="${type}/image" Target="\\\\server\\share\\x.png"/>`,
      `<r:Relationship xmlns:r="y" Id="x" Type="${type}/audio" Target="//a.test/x"/>`,
    ]
    for (const link of links) expect(await outcome(await rels(link)), link).toMatchObject({ notes: ['linksLeftOut'] })
    const hyperlink = `<Relationship Id="x" Type="${type}/hyperlink" Target="https://a.test/" TargetMode="External"/>`
    expect(await outcome(await rels(hyperlink))).toMatchObject({ notes: [] })
    expect(await outcome(await rels('<Relationship Id="x" Type=unquoted Target="http://a.test/"/>'))).toBe(
      'DeckDamaged',
    )
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://a.test/x.png"/></svg>'
    const picture = `<Relationship Id="x" Type="${type}/image" Target="../media/image9.svg"/>`
    const svg = await changeZip(await rels(picture), parts => void parts.set('ppt/media/image9.svg', drawing))
    expect(await outcome(svg)).toMatchObject({ notes: ['linksLeftOut'] })
  })
})
