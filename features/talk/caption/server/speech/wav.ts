import { SAMPLE_RATE } from './provider.ts'

/** Samples as a WAV file. */
export function wav(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(44 + samples.byteLength)
  const view = new DataView(file.buffer)
  const word = (at: number, text: string) => file.set(new TextEncoder().encode(text), at)
  word(0, 'RIFF')
  view.setUint32(4, 36 + samples.byteLength, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // one channel
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, samples.byteLength, true)
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 44)
  return file
}

/** Pieces as one. */
export function joinSamples(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
