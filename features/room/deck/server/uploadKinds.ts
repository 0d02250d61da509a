import type { CallFailed } from '#contract/call.ts'
import { deckNameOf, deckTypeOf, deckTypes, MAX_DECK_BYTES, refusalBeforeUpload } from '#features/room/deck/rules.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { dropFile, receiveFile, refuseWithoutConverter } from './receive.ts'
import type { UploadRow } from './uploadQueries.ts'

type Code = CallFailed['code']

interface Sent {
  readonly name: string
  readonly size: number
}

/** What an upload becomes, by the ending of its name; its content is checked when it is complete. */
export interface UploadKind {
  /** Endings of names, in lower case, with the dot. */
  readonly endings: readonly string[]
  readonly mostBytes: number
  /** The most bytes that a person may have in uploads that nothing uses yet. */
  readonly mostLooseBytes: number
  readonly tooLarge: Code
  /** Why it is refused before its first byte is sent. */
  readonly refusal: (frame: Frame, file: Sent, actor: Actor) => Promise<Code | undefined>
  /**
   * Takes a complete file over. Answers its id: of a deck, or under which it waits for its use.
   * @throws {CallFailed} with the reason for refusing it
   */
  readonly finish: (frame: Frame, upload: UploadRow, path: string) => Promise<{ fileId: string } | { waitsAs: string }>
  /**
   * Removes what an upload left that was never used, also one that `finish` did not end with. `fileId`: of the deck that it
   * became while it was removed.
   */
  readonly forget: (frame: Frame, upload: UploadRow, fileId?: string) => Promise<void>
}

declare module '#server/frame.ts' {
  interface Frame {
    /** What else than decks may be uploaded. */
    readonly uploadKinds: readonly UploadKind[]
  }
}

const deck: UploadKind = {
  endings: deckTypes.map(type => `.${type}`),
  mostBytes: MAX_DECK_BYTES,
  mostLooseBytes: 5 * MAX_DECK_BYTES,
  tooLarge: 'DeckTooLarge',
  refusal: async (frame, file) => {
    const refusal = refusalBeforeUpload(file)
    if (!refusal) await refuseWithoutConverter(frame, deckTypeOf(file.name))
    return refusal
  },
  finish: async (frame, upload, path) => ({
    fileId: await receiveFile(frame, upload, { filename: upload.name, size: upload.size, path }),
  }),
  forget: async (frame, _upload, fileId) => {
    if (fileId) await dropFile(frame, fileId)
  },
}

/** The kind of an upload: that of a deck for a name that no kind has, which refuses it. */
export function kindOf(frame: Frame, filename: string): UploadKind {
  const name = deckNameOf(filename).toLowerCase()
  return frame.uploadKinds.find(({ endings }) => endings.some(ending => name.endsWith(ending))) ?? deck
}

/** The largest file that may be uploaded. */
export const mostBytesOf = (frame: Frame): number =>
  Math.max(...[deck, ...frame.uploadKinds].map(({ mostBytes }) => mostBytes))
