import { open } from 'node:fs/promises'
import { type CompoundStream, openCompound } from './compound.ts'
import { DeckRefused } from './refused.ts'

/** [MS-PPT] 2.3.2: the token of a file that is encrypted. */
const ENCRYPTED_TOKEN = 0xf3d1c4df
const CURRENT_USER = 0x0ff6
const CONTAINER = 0x0f
const VBA_INFO_ATOM = 0x0400
/** Containers on the path to the macro atom: the document, its list of settings, and the atom's own. */
const onTheWay = new Set([0x03e8, 0x07d0, 0x03ff])

/** Checks that a compound file is a .ppt without encryption and macros. */
export async function checkPpt(path: string, fileSize: number): Promise<void> {
  const file = await open(path, 'r')
  try {
    const streams = await openCompound(file, fileSize)
    if (streams.has('EncryptedPackage') || streams.has('EncryptedSummary')) throw new DeckRefused('DeckEncrypted')
    const document = streams.get('PowerPoint Document')
    if (!document) {
      const other = ['WordDocument', 'Workbook', 'Book', '__properties_version1.0'].some(name => streams.has(name))
      throw new DeckRefused(other ? 'DeckTypeNotAllowed' : 'DeckDamaged', 'no PowerPoint Document')
    }
    await checkCurrentUser(streams.get('Current User'))
    if (await hasMacros(document)) throw new DeckRefused('DeckHasMacros')
  } catch (error) {
    throw error instanceof DeckRefused ? error : new DeckRefused('DeckDamaged', String(error))
  } finally {
    await file.close()
  }
}

async function checkCurrentUser(user: CompoundStream | undefined): Promise<void> {
  const head = await user?.read(0, 20)
  if (!head || head.length < 16 || head.readUInt16LE(2) !== CURRENT_USER)
    throw new DeckRefused('DeckDamaged', 'no Current User')
  if (head.readUInt32LE(12) === ENCRYPTED_TOKEN) throw new DeckRefused('DeckEncrypted')
}

/** Walks the top-level records, skipping slides and pictures. */
async function hasMacros(document: CompoundStream): Promise<boolean> {
  let at = 0
  for (let records = 0; at + 8 <= document.size && records < 100_000; records++) {
    const head = await document.read(at, 8)
    const type = head.readUInt16LE(2)
    if (type === VBA_INFO_ATOM && at + 20 <= document.size) {
      const atom = await document.read(at + 8, 12)
      if (atom.readUInt32LE(4) !== 0) return true
    }
    const isOpened = (head.readUInt16LE(0) & CONTAINER) === CONTAINER && onTheWay.has(type)
    at += 8 + (isOpened ? 0 : head.readUInt32LE(4))
  }
  return false
}
