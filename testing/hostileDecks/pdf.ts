import { deflateSync } from 'node:zlib'
import type { Random } from './random.ts'

interface Stream {
  readonly dictionary: string
  readonly bytes: Buffer
}

/** A PDF of these objects; the first two are its catalogue and its pages. */
export function writeHostilePdf(objects: readonly (string | Stream)[]): Buffer {
  const chunks = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = chunks[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    places.push(length)
    const body =
      typeof object === 'string'
        ? Buffer.from(object)
        : Buffer.concat([
            Buffer.from(`<< ${object.dictionary} /Length ${object.bytes.length} >>\nstream\n`),
            object.bytes,
            Buffer.from('\nendstream'),
          ])
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    chunks.push(whole)
    length += whole.length
  }
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...chunks, Buffer.from(end)])
}

const frame = (resources: string, content: string): (string | Stream)[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << ${resources} >> >>`,
  { dictionary: '', bytes: Buffer.from(content) },
]

/** A page that draws a form which draws the next one many times, and so on: two to the power of `depth` times `wide`. */
export function nestedForms(depth: number, wide: number): Buffer {
  const forms = Array.from({ length: depth }, (_, n): Stream => {
    const isLast = n === depth - 1
    const next = isLast ? '' : `/Resources << /XObject << /F ${6 + n} 0 R >> >>`
    return {
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 400 300] ${next}`,
      bytes: Buffer.from(isLast ? '0 0 100 100 re f' : '/F Do '.repeat(wide)),
    }
  })
  return writeHostilePdf([...frame('/XObject << /F 5 0 R >>', '/F Do'), ...forms])
}

/** JBIG2 as it begins: a page of 64 by 64, and a segment of symbols or of a region. */
const jbig2 = Buffer.from(
  '00000000300001000000130000004000000040000000000000000001000000000001000001000000320000' +
    '00000003fffdff02fefefe0000000100000001',
  'hex',
)

/** A page with a picture and a font whose bytes are wrong in places: what decodes them has to bear it. */
export function brokenStreams(random: Random, font: Buffer): Buffer {
  const noise = (bytes: Buffer) => {
    const out = Buffer.from(bytes)
    for (let n = random.below(30); n >= 0; n--) out[random.below(out.length)] = random.below(256)
    return out
  }
  const filter = random.pick([
    'JBIG2Decode',
    'JBIG2Decode',
    'JPXDecode',
    'CCITTFaxDecode',
    'DCTDecode',
    'FlateDecode',
    'LZWDecode',
    'RunLengthDecode',
  ])
  const bytes =
    filter === 'JBIG2Decode'
      ? noise(jbig2)
      : filter === 'FlateDecode'
        ? noise(deflateSync(Buffer.alloc(4096, 7)))
        : noise(Buffer.alloc(2000, random.below(256)))
  const [width, height] = [1 + random.below(5000), 1 + random.below(5000)]
  const file = random.pick(['FontFile', 'FontFile2', 'FontFile3 '])
  const subtype = file === 'FontFile2' ? 'TrueType' : 'Type1'
  return writeHostilePdf([
    ...frame(
      '/XObject << /I 5 0 R >> /Font << /F 6 0 R >>',
      'q 400 0 0 300 0 0 cm /I Do Q BT /F 40 Tf 20 20 Td (Hostile 123) Tj ET',
    ),
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${random.pick([1, 8])} /ColorSpace /DeviceGray /Filter /${filter}`,
      bytes,
    },
    `<< /Type /Font /Subtype /${subtype} /BaseFont /Hostile /FirstChar 32 /LastChar 126 /Widths [${'600 '.repeat(95)}] /FontDescriptor 7 0 R >>`,
    `<< /Type /FontDescriptor /FontName /Hostile /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /${file} 8 0 R >>`,
    { dictionary: `/Length1 ${font.length} /Subtype /Type1C`, bytes: noise(font) },
  ])
}
