import { z } from 'zod'
import { isZone } from './times.ts'

/**
 * A file of a multipart call, stored on the server's disk while the call runs: only the server reads its bytes. A class, as
 * no body can hold an instance of it: an object in JSON with a path of the sender's choice is not a file.
 */
export class Upload {
  readonly filename: string
  readonly mimetype: string
  /** Bytes. */
  readonly size: number
  /** The server's path to it until the call has ended. */
  readonly path: string

  constructor({ filename, mimetype, size, path }: Pick<Upload, 'filename' | 'mimetype' | 'size' | 'path'>) {
    this.filename = filename
    this.mimetype = mimetype
    this.size = size
    this.path = path
  }
}

/** The file part of a multipart call. */
export const upload = (accept: string) =>
  z.custom<Upload>(value => value instanceof Upload).meta({ format: 'binary', accept })

/** A line of text: trimmed, no control characters, at most `max` characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(text => !/\p{Cc}/u.test(text), { error: 'controlCharacters' })

/** A required line of text: trimmed, no control characters, 1 to `max` characters. `line` accepts an empty text. */
export const filled = (max: number) => line(max).pipe(z.string().min(1, { error: 'required' }))

/** Text of several lines: trimmed, at most `max` characters, no control characters except line breaks and tabs. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .refine(value => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(value), { error: 'controlCharacters' })

/** An email address in lower case, at most 254 characters. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** An IANA time zone. */
export const timeZone = z.string().refine(isZone, { error: 'timeZone' })

/** The languages of the interface, I18N-001 to I18N-003. */
export const languages = ['en', 'zh-Hans', 'zh-Hant'] as const
export const language = z.enum(languages)
export type Language = (typeof languages)[number]

/** [CONST-055] Paging by page (from 1) and limit. */
export const paging = {
  page: z.number().int().min(1).max(1_000_000).default(1),
  limit: z.number().int().min(1).max(200).default(20),
}

/** The sort of a list call: what it sorts by, at first by `sort`, and in which direction. */
export const sorting = <const S extends string>(sorts: readonly S[], sort: NoInfer<S>, order: 'asc' | 'desc') => ({
  sort: z.enum(sorts).default(sort as never),
  order: z.enum(['asc', 'desc']).default(order),
})

/** The results of a list call: one page of items, and how many there are in all. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int().min(0) })

/** A point in time in calls: ISO 8601, UTC. */
export const instant = z.iso.datetime({ offset: true })

/** The output of a call that exports a list as CSV. */
export const csvOutput = z.object({
  filename: z.string(),
  csv: z.string(),
  /** The rows in the file. */
  rows: z.number().int(),
  /** The rows that the filter finds: more than `rows` when there are too many for one file. */
  total: z.number().int(),
})

/** The file formats for the export of a list. */
export const sheetFormats = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof sheetFormats)[number]
