import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, upload } from '#contract/fields.ts'
import {
  deckFailures,
  deckNotes,
  deckRefusals,
  deckStatuses,
  deckTypes,
  MAX_DECK_BYTES,
  pageFindings,
} from './rules.ts'

/** A file of a pitch, or one uploaded for a pitch that does not exist yet. */
export const DeckFile = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(deckTypes),
  /** Bytes. */
  size: z.number().int(),
  /** Its place among the pitch's files, from 0. */
  position: z.number().int(),
  status: z.enum(deckStatuses),
  /** Its pages, as soon as they are counted. */
  pages: z.number().int().nullable(),
  pages_ready: z.number().int(),
  failure: z.enum(deckFailures).nullable(),
  notes: z.array(z.enum(deckNotes)),
  created_time: instant,
})
export type DeckFile = z.infer<typeof DeckFile>

/** One page. Its addresses work only for people who may see the pitch. */
export const DeckPage = z.object({
  /** From 1, through all files of the pitch. */
  page: z.number().int(),
  file_id: z.uuid(),
  url: z.string(),
  medium_url: z.string(),
  thumb_url: z.string(),
  /** Pixels of the largest picture. */
  width: z.number().int(),
  height: z.number().int(),
  /** The text on the page, for search and for screen readers. */
  text: z.string(),
})
export type DeckPage = z.infer<typeof DeckPage>

/** What a page holds that its picture does not show, or shows otherwise: for the pitch's managers, before its day. */
export const PageCheck = z.object({
  page: z.number().int(),
  file_id: z.uuid(),
  findings: z.array(
    z.object({
      kind: z.enum(pageFindings),
      /** A font that the server lacks, and the one in its place. */
      font: z.string().optional(),
      instead: z.string().optional(),
    }),
  ),
})
export type PageCheck = z.infer<typeof PageCheck>

const onPitch = { pitch_uuid: z.uuid() }
const onFile = { ...onPitch, file_id: z.uuid() }
/** A file is sent as a part of the form, or as the id of a finished resumable upload. */
const source = { file: upload('.pptx,.ppt,.pdf').optional(), upload_id: line(200).optional() }
const refusals = ['UploadNotFound', 'UploadNotFinished', 'DeckNameTaken', ...deckRefusals] as const

export const deckCalls = {
  /** CALL-051: Lists the pages that are ready, in their order; `total` includes those still being made. */
  sgGetPitchPagesData: call({
    who: callers.everyone,
    reads: true,
    input: z.object(onPitch),
    output: z.object({
      status: z.enum(['none', ...deckStatuses]),
      total: z.number().int(),
      pages: z.array(DeckPage),
      /** The number of the room's deck that these pages belong to; it increases when other slides are shown. */
      deck: z.number().int(),
      /** What lies over the pages: the caller’s name as attendees know it, or nothing. */
      watermark: z.string(),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Notes for how long the caller has read pages by themselves, outside of the room. */
  noteReading: call({
    who: callers.everyone,
    waitsForRoom: false,
    input: z.object({
      ...onPitch,
      /** The deck whose pages these are, by the number that came with them; a page of an older release names none. */
      deck: z.number().int().min(0).optional(),
      pages: z
        .array(z.object({ page: z.number().int().min(1).max(10_000), seconds: z.number().min(0).max(3600) }))
        .max(100),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Gets the speaker notes, for presenters only; pages without notes are left out. */
  getPitchNotes: call({
    who: callers.people,
    reads: true,
    input: z.object(onPitch),
    output: z.object({ pages: z.array(z.object({ page: z.number().int(), notes: z.string() })) }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /**
   * Lists the slides that look different from their file, or hold what a picture cannot show; all others are left
   * out.
   */
  getPitchPreflight: call({
    who: callers.people,
    reads: true,
    input: z.object(onPitch),
    output: z.object({ pages: z.array(PageCheck) }),
    errors: ['PitchNotFound'],
  }),
  /** Lists the deck files of a pitch. */
  getPitchFileList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object(onPitch),
    output: listOf(DeckFile),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-232] Adds a deck file to a pitch. */
  createPitchFile: call({
    who: callers.people,
    body: 'multipart',
    maxFileBytes: MAX_DECK_BYTES,
    input: z.object({ ...onPitch, ...source }),
    output: DeckFile,
    errors: ['PitchLocked', 'PitchNotFound', 'PitchStateForbids', 'DeckRequired', 'DeckTooManyFiles', ...refusals],
  }),
  /** [CALL-233] Changes a deck file of a pitch. Moves a file, replaces it, or converts it again. */
  updatePitchFile: call({
    who: callers.people,
    body: 'multipart',
    maxFileBytes: MAX_DECK_BYTES,
    input: z.object({
      ...onFile,
      ...source,
      position: z.number().int().min(0).max(100).optional(),
      convert_again: z.boolean().default(false),
    }),
    output: DeckFile,
    errors: [
      'RecordingHeld',
      'PitchLocked',
      'PitchNotFound',
      'PitchStateForbids',
      'DeckFileNotFound',
      'DeckTooManyFiles',
      ...refusals,
    ],
  }),
  /** [CALL-064, RULE-053] Deletes a deck file of a pitch. Can be undone for 30 days. */
  deletePitchFile: call({
    who: callers.people,
    input: z.object(onFile),
    errors: ['RecordingHeld', 'PitchLocked', 'PitchNotFound', 'PitchStateForbids', 'DeckFileNotFound', 'DeckLastFile'],
  }),
  /** Restores a deleted deck file. */
  restorePitchFile: call({
    who: callers.people,
    input: z.object(onFile),
    output: DeckFile,
    errors: [
      'PitchLocked',
      'PitchNotFound',
      'PitchStateForbids',
      'DeckFileNotFound',
      'DeckNameTaken',
      'DeckTooManyFiles',
    ],
  }),
  /**
   * [CALL-063] Creates an address of an original deck file; it works for ten minutes and only for the caller.
   */
  getPitchFileLocation: call({
    who: callers.people,
    input: z.object(onFile),
    output: z.object({ url: z.string(), filename: z.string(), size: z.number().int(), expires_time: instant }),
    errors: ['PitchNotFound', 'DeckFileNotFound'],
  }),
  /** Gets a file uploaded for a pitch that does not exist yet, with its pages so far; for its uploader only. */
  getUploadedFile: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ upload_id: line(200) }),
    output: z.object({ file: DeckFile, pages: z.array(DeckPage), preflight: z.array(PageCheck) }),
    errors: ['UploadNotFound', 'UploadNotFinished'],
  }),
}
