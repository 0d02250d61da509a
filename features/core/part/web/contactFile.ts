import { MAX_CONTACTS_BYTES } from '#features/core/part/rules.ts'

/** Why a file cannot be read as a contact list. */
export type ContactFileProblem = 'notCsv' | 'tooLarge' | 'notUtf8' | 'empty'

/** [RULE-083, CONST-028] The text of a chosen file, or why it cannot be read. */
export async function readContactFile(file: File): Promise<{ text: string } | { problem: ContactFileProblem }> {
  if (!/\.csv$/i.test(file.name)) return { problem: 'notCsv' }
  if (file.size > MAX_CONTACTS_BYTES) return { problem: 'tooLarge' }
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined) return { problem: 'notUtf8' }
  return text.trim() ? { text } : { problem: 'empty' }
}

/** UTF-8, or UTF-16 when the file says so by its byte order mark; anything else would show wrong names. */
function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
