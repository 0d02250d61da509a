/** [RULE-052] What a pitch file may be. */
export const deckTypes = ['pptx', 'ppt', 'pdf'] as const
export type DeckType = (typeof deckTypes)[number]

/** [RULE-051, CONST-026] The largest pitch file, in bytes: 1 GB. */
export const MAX_DECK_BYTES = 1024 ** 3
/** The most pages of one file, and the most files of one pitch. */
export const MAX_DECK_PAGES = 1000
export const MAX_DECK_FILES = 20

/** The widths of a page's pictures, in pixels; a taller page keeps within `MAX_PAGE_HEIGHT` at the largest. */
export const pageWidths = { large: 1920, medium: 960, thumb: 240 } as const
export type PageSize = keyof typeof pageWidths
export const pageSizes = Object.keys(pageWidths) as PageSize[]
export const MAX_PAGE_HEIGHT = 2560

export const deckStatuses = ['waiting', 'converting', 'ready', 'failed'] as const
export type DeckStatus = (typeof deckStatuses)[number]

/** Failures found in a file's content. */
export const contentFailures = [
  'DeckEncrypted',
  'DeckDamaged',
  'DeckEmpty',
  'DeckTooManyPages',
  'DeckHostile',
  'DeckTooComplex',
  'DeckTooOld',
] as const
/** Why a file is refused. */
export const deckRefusals = [
  'DeckTypeNotAllowed',
  'DeckTooLarge',
  ...contentFailures,
  'DeckHasMacros',
  'DeckTooManyFailures',
  'ConverterMissing',
  'ConverterNotIsolated',
  'StorageFull',
] as const
/** Why a file could not become pages; each is an error code with its wording in the language files. */
export const deckFailures = [...deckRefusals, 'DeckNotConverted', 'DeckBlank', 'DeckOnlyLinks'] as const
export type DeckFailure = (typeof deckFailures)[number]

/** What was changed in a file, for its owner to know: linked pictures and media are never fetched. */
export const deckNotes = ['linksLeftOut'] as const
export type DeckNote = (typeof deckNotes)[number]

/** What a page holds that its picture does not show, or shows otherwise. */
export const slideHolds = ['video', 'sound', 'animation'] as const
export type SlideHold = (typeof slideHolds)[number]
export const pageFindings = [...slideHolds, 'overflow', 'font'] as const
/** `font` and `instead`: a font that the server lacks, and the one that is drawn in its place. */
export interface PageFinding {
  readonly kind: (typeof pageFindings)[number]
  readonly font?: string | undefined
  readonly instead?: string | undefined
}

/** The type by a file's extension; undefined for a type that is not accepted. */
export function deckTypeOf(filename: string): DeckType | undefined {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase()
  return deckTypes.find(type => type === extension)
}

/** A file's name without folders, control characters and direction marks, at most 200 characters. */
export function deckNameOf(filename: string): string {
  const bare = filename.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = bare.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return clean.length <= 200 ? clean : clean.slice(0, 190) + clean.slice(clean.lastIndexOf('.')).slice(-10)
}

/** The name, with a number if it is taken: "deck (2).pptx". Ignores case. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map(other => other.toLowerCase()))
  const dot = name.lastIndexOf('.')
  const numbered = (n: number) => (n === 1 ? name : `${name.slice(0, dot)} (${n})${name.slice(dot)}`)
  for (let n = 1; ; n++) if (!known.has(numbered(n).toLowerCase())) return numbered(n)
}

/** Why a file is refused before it is sent; undefined when it may be sent. */
export function refusalBeforeUpload(file: { name: string; size: number }): DeckFailure | undefined {
  if (!deckTypeOf(file.name)) return 'DeckTypeNotAllowed'
  if (file.size > MAX_DECK_BYTES) return 'DeckTooLarge'
  return file.size === 0 ? 'DeckEmpty' : undefined
}

interface FileProgress {
  readonly id: string
  readonly position: number
  readonly status: DeckStatus
  /** Pages of the whole file, as soon as they are counted. */
  readonly pages: number | null
}

/**
 * Pages are numbered through all files of a pitch in their order. A file that failed has none; one that is still
 * converted counts with all its pages, so that a page keeps its number while the pages before it appear.
 */
export function firstPages(files: readonly FileProgress[]): { first: ReadonlyMap<string, number>; total: number } {
  const first = new Map<string, number>()
  let total = 0
  for (const file of files.toSorted((a, b) => a.position - b.position)) {
    first.set(file.id, total + 1)
    if (file.status !== 'failed') total += file.pages ?? 0
  }
  return { first, total }
}

/** The status of a pitch's pages as a whole. */
export function deckStatus(files: readonly Pick<FileProgress, 'status'>[]): DeckStatus | 'none' {
  if (files.length === 0) return 'none'
  const has = (status: DeckStatus) => files.some(file => file.status === status)
  if (has('converting')) return 'converting'
  if (has('waiting')) return 'waiting'
  return has('ready') ? 'ready' : 'failed'
}
