import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import pptxgen from 'pptxgenjs'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'

type Deck = InstanceType<typeof pptxgen.default>
// Its types declare a module with a default export; Node gets the class itself.
const Presentation = pptxgen as unknown as new () => Deck

export interface Slide {
  readonly title: string
  readonly lines?: readonly string[]
  readonly notes?: string
  readonly hidden?: boolean
}

/** A deck as PowerPoint would write it: titles and texts. */
export async function makePptx(slides: readonly Slide[]): Promise<Buffer> {
  const deck = new Presentation()
  deck.layout = 'LAYOUT_WIDE'
  for (const { title, lines = [], notes, hidden = false } of slides) {
    const slide = addSlide(deck, title, lines)
    if (notes !== undefined) slide.addNotes(notes)
    if (hidden) slide.hidden = true
  }
  return toBuffer(deck)
}

const words = 'growth margin retention pipeline revenue churn cohort runway forecast market'.split(' ')

/** A typical deck: text, tables, charts and photographs. */
export async function makeRichPptx(count: number): Promise<Buffer> {
  const deck = new Presentation()
  deck.layout = 'LAYOUT_WIDE'
  const photo = `image/jpeg;base64,${(await makePhoto()).toString('base64')}`
  for (let n = 1; n <= count; n++) {
    const lines = words.slice(0, 6).map((word, index) => `${word} ${n * 7 + index} percent year over year`)
    const slide = addSlide(deck, `Slide ${n}: ${words[n % words.length]}`, lines)
    const place = { x: 7, y: 1.4, w: 5.8, h: 4.6 }
    if (n % 3 === 0) slide.addImage({ data: photo, ...place })
    if (n % 3 === 1) {
      const values = words.slice(0, 5).map((_, index) => ((n * 13 + index * 29) % 90) + 5)
      slide.addChart(deck.ChartType.bar, [{ name: 'Revenue', labels: words.slice(0, 5), values }], place)
    }
    if (n % 3 === 2) {
      const rows = words.slice(0, 8).map((word, index) => [{ text: word }, { text: `$${n * 1000 + index * 37}` }])
      slide.addTable(rows, place)
    }
  }
  return toBuffer(deck)
}

function addSlide(deck: Deck, title: string, lines: readonly string[]) {
  const slide = deck.addSlide()
  slide.addText(title, { x: 0.5, y: 0.3, w: 12, h: 0.9, fontSize: 32, bold: true })
  slide.addText(lines.join('\n'), { x: 0.5, y: 1.4, w: 6, h: 5, fontSize: 18, valign: 'top' })
  return slide
}

const toBuffer = async (deck: Deck) => (await deck.write({ outputType: 'nodebuffer' })) as Buffer

/** Noise and gradients, which compress like a photograph. */
async function makePhoto(): Promise<Buffer> {
  const noise = {
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#345',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  } as const
  return sharp(noise).blur(2).jpeg({ quality: 85 }).toBuffer()
}

/** A PDF whose pages show their numbers. */
export async function makePdf(pages: number, size: [number, number] = [960, 540]): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let n = 1; n <= pages; n++) pdf.addPage(size).drawText(`Page ${n}`, { x: 50, y: size[1] / 2, size: 40, font })
  return Buffer.from(await pdf.save())
}

/** A PDF of a given size: one page, and incompressible bytes. */
export async function makeLargePdf(bytes: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.addPage([960, 540])
  await pdf.attach(randomBytes(bytes), 'ballast.bin')
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

/** A PDF that asks for a password, and which no password opens. */
export function makeLockedPdf(): Buffer {
  const secret = () => `<${randomBytes(32).toString('hex')}>`
  return writePdf(
    1,
    [`<< /Filter /Standard /V 1 /R 2 /O ${secret()} /U ${secret()} /P -4 >>`],
    '/Encrypt 4 0 R /ID [<00><00>]',
  )
}

/** A small PDF that shows one page many times. */
export const makeManyPages = (pages: number): Buffer => writePdf(pages, [], '')

function writePdf(pages: number, more: readonly string[], trailer: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] >>',
    ...more,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text)
}

export interface Part {
  readonly name: string
  readonly bytes: Buffer | string
  /** The unpacked size that the part claims, for a false claim. */
  readonly claims?: number
}

/** A zip of these parts, packed. */
export function makeZip(parts: readonly Part[]): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, claims } of parts) {
    const raw = Buffer.from(bytes as Buffer)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claims ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, tail, Buffer.from(name)]))
    chunks.push(local)
    offset += local.length
  }
  const names = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(names.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, names, end])
}

/** The parts of a zip by name, without folders. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer | string>> {
  const parts = new Map<string, Buffer | string>()
  const file = await fromBufferPromise(zip, {})
  for await (const entry of file.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    const chunks: Buffer[] = []
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    parts.set(entry.fileName, Buffer.concat(chunks))
  }
  return parts
}

/** A zip with some parts changed, added, or (with undefined) left out. */
export async function changeZip(zip: Buffer, change: (parts: Map<string, Buffer | string>) => void): Promise<Buffer> {
  const parts = await unzip(zip)
  change(parts)
  return makeZip([...parts].map(([name, bytes]) => ({ name, bytes })))
}

/** A deck whose first slide shows an external picture: `url` may be http, file, or a share. */
export async function makeLinkedPptx(url: string): Promise<Buffer> {
  const deck = new Presentation()
  deck.layout = 'LAYOUT_WIDE'
  const slide = addSlide(deck, 'A linked picture', ['beside this text'])
  const dot = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  slide.addImage({ data: `image/png;base64,${dot.toString('base64')}`, x: 7, y: 2, w: 4, h: 4 })
  return changeZip(await toBuffer(deck), parts => {
    const rels = 'ppt/slides/_rels/slide1.xml.rels'
    const [, id = ''] = /Id="(\w+)"[^>]*relationships\/image"|$/.exec(String(parts.get(rels))) ?? []
    const image = /<Relationship [^>]*relationships\/image"[^>]*\/>/
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image'
    const found = image.exec(String(parts.get(rels)))?.[0] ?? ''
    const name = /Id="(\w+)"/.exec(found)?.[1] ?? id
    parts.set(
      rels,
      String(parts.get(rels)).replace(
        image,
        `<Relationship Id="${name}" Type="${type}" Target="${url}" TargetMode="External"/>`,
      ),
    )
    const slidePart = 'ppt/slides/slide1.xml'
    parts.set(slidePart, String(parts.get(slidePart)).replaceAll(`r:embed="${name}"`, `r:link="${name}"`))
  })
}

/** A deck of what pages cannot show: a video, a sound, an animation, words beyond the edge, a font that nobody has. */
export async function makeLivelyPptx(): Promise<Buffer> {
  const deck = new Presentation()
  deck.layout = 'LAYOUT_WIDE'
  const place = { x: 7, y: 2, w: 4, h: 3 }
  addSlide(deck, 'Video', []).addMedia({ type: 'video', data: 'video/mp4;base64,AAAAHGZ0eXA=', extn: 'mp4', ...place })
  addSlide(deck, 'Sound', []).addMedia({ type: 'audio', data: 'audio/mp3;base64,SUQz', extn: 'mp3', ...place })
  addSlide(deck, 'Steps', ['first', 'second'])
  addSlide(
    deck,
    'Edge',
    Array.from({ length: 40 }, (_, line) => `line ${line} of too many`),
  )
  addSlide(deck, 'Font', []).addText('A face of our own', { ...place, fontFace: 'Nobody Has This Sans' })
  addSlide(deck, 'Plain', [])
  const effect =
    '<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" nodeType="tmRoot"><p:childTnLst><p:par><p:cTn id="2" presetID="1" presetClass="entr" fill="hold"/></p:par></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>'
  return changeZip(await toBuffer(deck), parts => {
    const change = (slide: number, from: string, to: string) => {
      const name = `ppt/slides/slide${slide}.xml`
      parts.set(name, String(parts.get(name)).replaceAll(from, to))
    }
    // the library writes a sound as if it were a video
    change(2, 'a:videoFile', 'a:audioFile')
    change(3, '</p:sld>', `${effect}</p:sld>`)
  })
}
