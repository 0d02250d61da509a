import { MAX_CONTACTS_BYTES } from '#features/core/part/rules.ts'

/** Why a file cannot be read as a contact list. */
export type ContactFileProblem = 'notCsv' | 'tooLarge' | 'notText' | 'empty'

/** What spreadsheets save where a file does not say its encoding. The reader is told, as it is a guess. */
export type AssumedEncoding = 'gb18030' | 'big5' | 'windows-1252'

export interface ContactFile {
  readonly text: string
  /** The encoding that was guessed. */
  readonly assumed?: AssumedEncoding
}

/** [RULE-083, CONST-028] The text of a chosen file, or why it cannot be read. */
export async function readContactFile(file: File): Promise<ContactFile | { problem: ContactFileProblem }> {
  if (!/\.csv$/i.test(file.name)) return { problem: 'notCsv' }
  if (file.size > MAX_CONTACTS_BYTES) return { problem: 'tooLarge' }
  const read = decode(new Uint8Array(await file.arrayBuffer()))
  if (read === undefined) return { problem: 'notText' }
  return read.text.trim() ? read : { problem: 'empty' }
}

/** UTF-8, or UTF-16 when the file says so by its byte order mark; otherwise what its bytes look like. */
function decode(bytes: Uint8Array): ContactFile | undefined {
  const [first, second] = bytes
  const said = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = textIn(said, bytes)
  if (text !== undefined || said !== 'utf-8') return text === undefined ? undefined : { text }
  const assumed = encodingOf(bytes)
  const guessed = textIn(assumed, bytes)
  return guessed === undefined ? undefined : { text: guessed, assumed }
}

/** The text without any character that a contact list cannot have, or nothing. */
function textIn(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return /[\0\x80-\x9f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/**
 * A Western letter stands between ASCII characters; a Chinese character is two bytes. The usual characters of both
 * Chinese encodings begin with other bytes, and those of GB 18030 never end with one of ASCII.
 */
function encodingOf(bytes: Uint8Array): AssumedEncoding {
  const isHigh = (at: number) => (bytes[at] ?? 0) >= 0x80
  let [high, alone, gb, big5] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at++)
    if (isHigh(at)) {
      high++
      if (!isHigh(at - 1) && !isHigh(at + 1)) alone++
    }
  if (alone > high * 0.7) return 'windows-1252'
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(at)) continue
    const first = bytes[at] ?? 0
    const isLate = (bytes[++at] ?? 0) >= 0xa1
    if (first >= 0xb0 && first <= 0xd7 && isLate) gb++
    if (first >= 0xa4 && first <= 0xc6) big5++
  }
  return big5 > gb ? 'big5' : 'gb18030'
}
