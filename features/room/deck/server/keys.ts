import type { DeckType, PageSize } from '#features/room/deck/rules.ts'

/** Where a file and its pages lie in the storage. */
export const folderKey = (fileId: string) => `decks/${fileId}`
export const originalKey = (fileId: string, type: DeckType) => `${folderKey(fileId)}/original.${type}`
// The name of a page is random and may begin with a dash, which no key may.
export const pageKey = (fileId: string, key: string, size: PageSize) => `${folderKey(fileId)}/${size}-${key}.jpg`
