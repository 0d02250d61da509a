import type { DeckType, PageSize } from '#features/room/deck/rules.ts'

/** The storage keys of a file and its pages. */
export const folderKey = (fileId: string) => `decks/${fileId}`
export const originalKey = (fileId: string, type: DeckType) => `${folderKey(fileId)}/original.${type}`
// The size comes first: the random key may begin with a dash, which no storage key may.
export const pageKey = (fileId: string, key: string, size: PageSize) => `${folderKey(fileId)}/${size}-${key}.jpg`
/** For the conversion: the rewritten file and the speaker notes. */
export const rewrittenKey = (fileId: string) => `${folderKey(fileId)}/rewritten`
export const rewrittenFileKey = (fileId: string, type: DeckType) => `${rewrittenKey(fileId)}/deck.${type}`
export const spokenKey = (fileId: string) => `${rewrittenKey(fileId)}/spoken.json`
