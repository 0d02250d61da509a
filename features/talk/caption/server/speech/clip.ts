/** The kinds of recorded sound that browsers make, and WAV. */
export type ClipKind = 'audio/webm' | 'audio/ogg' | 'audio/mp4' | 'audio/wav'

/** The kind of a file by its first bytes; undefined if it is none of these. */
export function clipKind(file: Uint8Array): ClipKind | undefined {
  const word = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (file[0] === 0x1a && file[1] === 0x45 && file[2] === 0xdf && file[3] === 0xa3) return 'audio/webm'
  if (word(0) === 'OggS') return 'audio/ogg'
  if (word(4) === 'ftyp') return 'audio/mp4'
  return word(0) === 'RIFF' && word(8) === 'WAVE' ? 'audio/wav' : undefined
}

/**
 * The length of a clip in seconds, by the times within it, since recorders often omit the length in the header. Of a
 * damaged file, the length of the readable part.
 */
export function clipSeconds(file: Uint8Array, kind: ClipKind): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  try {
    return { 'audio/webm': webm, 'audio/ogg': ogg, 'audio/mp4': mp4, 'audio/wav': wave }[kind](view)
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

const wave = (view: DataView) => view.byteLength / Math.max(1, view.getUint32(28, true))

/** The position of the last page, in samples: Opus in Ogg always counts 48,000 a second. */
function ogg(view: DataView): number {
  let position = 0n
  for (let at = 0; at + 27 < view.byteLength && view.getUint32(at) === 0x4f676753; ) {
    const granule = view.getBigInt64(at + 6, true)
    if (granule > position) position = granule
    const segments = view.getUint8(at + 26)
    let size = 27 + segments
    for (let i = 0; i < segments; i++) size += view.getUint8(at + 27 + i)
    at += size
  }
  return Number(position) / 48_000
}

const ebml = { segment: 0x18538067, info: 0x1549a966, cluster: 0x1f43b675, group: 0xa0 }
const entered = new Set(Object.values(ebml))
const scaleId = 0x2ad7b1
const clusterTimeId = 0xe7
const blocks = new Set([0xa3, 0xa1])

/** The latest time of a block. Recorders write elements of unknown size, which are entered instead of skipped. */
function webm(view: DataView): number {
  let scale = 1_000_000
  let cluster = 0
  let last = 0
  for (let at = 0; at < view.byteLength - 1; ) {
    const id = varint(view, at, true)
    const size = varint(view, at + id.length, false)
    const body = at + id.length + size.length
    if (entered.has(id.value)) {
      at = body
      continue
    }
    if (id.value === scaleId) scale = unsigned(view, body, size.value)
    else if (id.value === clusterTimeId) cluster = unsigned(view, body, size.value)
    else if (blocks.has(id.value)) {
      const track = varint(view, body, false)
      last = Math.max(last, cluster + view.getInt16(body + track.length))
    }
    at = body + size.value
  }
  return (last * scale) / 1e9
}

function varint(view: DataView, at: number, withMarker: boolean): { value: number; length: number } {
  const first = view.getUint8(at)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new RangeError('no element')
  let value = withMarker ? first : first & (0xff >> length)
  for (let i = 1; i < length; i++) value = value * 256 + view.getUint8(at + i)
  return { value, length }
}

function unsigned(view: DataView, at: number, length: number): number {
  let value = 0
  for (let i = 0; i < Math.min(length, 8); i++) value = value * 256 + view.getUint8(at + i)
  return value
}

const containers = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])

/** The length of the file's track, or the time of its last fragment. */
function mp4(view: DataView): number {
  let timescale = 1000
  let whole = 0
  let fragment = 0
  const walk = (from: number, to: number) => {
    for (let at = from; at + 8 <= to; ) {
      const size = view.getUint32(at)
      const name = String.fromCharCode(...[4, 5, 6, 7].map(i => view.getUint8(at + i)))
      const version = containers.has(name) || at + 8 >= to ? 0 : view.getUint8(at + 8)
      if (containers.has(name)) walk(at + 8, Math.min(to, at + size))
      if (name === 'mdhd') {
        timescale = view.getUint32(at + (version === 1 ? 28 : 20)) || timescale
        whole = (version === 1 ? Number(view.getBigUint64(at + 32)) : view.getUint32(at + 24)) / timescale
      }
      if (name === 'tfdt')
        fragment = (version === 1 ? Number(view.getBigUint64(at + 12)) : view.getUint32(at + 12)) / timescale
      if (size < 8) return
      at += size
    }
  }
  walk(0, view.byteLength)
  return Math.max(whole, fragment)
}
