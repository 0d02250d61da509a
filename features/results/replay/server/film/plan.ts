import { createHash } from 'node:crypto'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pageKey } from '#features/room/deck/server/keys.ts'
import { pagesOf } from '#features/room/deck/server/queries.ts'
import { emptySpans } from '../../spans.ts'
import { SMALL_HOLE } from '../playlist.ts'
import { gapsOf, type Piece, piecesOf } from '../queries.ts'
import { type Reading, shownDuring } from '../shown.ts'
import type { Span } from '../timeline.ts'
import { isReleased, overlaps, type Watched } from '../watchRule.ts'

/** Pictures in a second. */
export const RATE = 25
/** Seconds of a scene at most: what is lost when making a film is interrupted. */
const LONGEST = 60

/** A run of one line's segments without a hole and without another coding. */
export interface Track extends Span {
  readonly line: string
  readonly account: string
  readonly source: Piece['source']
  readonly head: number
  readonly pieces: readonly Piece[]
}

/** A part of a film in which the same is seen: a slide or a screen, with a person in its corner. */
export interface Scene extends Span {
  readonly frames: number
  /** The storage key of the slide's picture. */
  readonly slide: string | undefined
  readonly screen: Track | undefined
  readonly face: Track | undefined
  readonly sounds: readonly Track[]
}

export interface FilmPlan {
  readonly scenes: readonly Scene[]
  readonly frames: number
  /** Where slides begin, in seconds of the film. */
  readonly chapters: readonly { readonly at: number; readonly title: string }[]
  /** Tells one plan from another. */
  readonly made: string
}

/** A film of what may be watched of a recording: the same parts of the same people as in its replay. */
export async function planFilm(context: Reading, pitch: PitchRow, watched: Watched): Promise<FilmPlan> {
  const { db } = context
  const { found, released, muted } = watched
  const { shown, off } = await shownDuring(context, pitch, found)
  const gaps = await gapsOf(db, found.id)
  const pages = await pagesOf(db, [...new Set(shown.flatMap(({ fileId }) => fileId ?? []))])
  const pictures = new Map(pages.map(row => [`${row.fileId} ${row.number}`, row]))
  const slides = shown.map(({ at, page, fileId, number }) => {
    const row = pictures.get(`${fileId} ${number}`)
    return { at, page, key: row && pageKey(row.fileId, row.key, 'large'), text: row?.text ?? '' }
  })
  const pieces = (await piecesOf(db, found.id)).filter(piece => isReleased(piece, released))
  const agrees = await watched.agreed(pieces.map(({ account }) => account))
  const tracks = tracksOf(pieces.filter(({ account }) => agrees(account)))
  const kept = keptSpans(released ?? { from: 0, to: found.seconds }, emptySpans([...off, ...gaps]))
  const told = tracks.map(({ line, head, pieces }) => [line, head, pieces[0]?.number, pieces.at(-1)?.number])
  return {
    ...scenesOf(kept, slides, tracks, pitch.userId),
    chapters: chaptersOf(kept, slides),
    made: createHash('sha256')
      .update(JSON.stringify([kept, muted, slides, told]))
      .digest('hex'),
  }
}

/** The lines as runs that a decoder reads in one go. */
export function tracksOf(pieces: readonly Piece[]): Track[] {
  const tracks: (Omit<Track, 'pieces' | 'to'> & { to: number; pieces: Piece[] })[] = []
  for (const piece of pieces) {
    const { line, account, source, head, startsAt: from, seconds } = piece
    const last = tracks.at(-1)
    if (last?.line === line && last.head === head && from - last.to <= SMALL_HOLE) {
      last.pieces.push(piece)
      last.to = Math.max(last.to, from + seconds)
    } else tracks.push({ line, account, source, head, from, to: from + seconds, pieces: [piece] })
  }
  return tracks
}

/** What is left of a part without its empty spans. */
export function keptSpans({ from, to }: Span, empty: readonly Span[]): Span[] {
  const kept: Span[] = []
  let at = from
  for (const span of empty) {
    if (span.from > at) kept.push({ from: at, to: Math.min(span.from, to) })
    at = Math.max(at, span.to)
  }
  if (at < to) kept.push({ from: at, to })
  return kept.filter(span => span.to > span.from)
}

interface Slide {
  readonly at: number
  readonly page: number
  readonly key: string | undefined
  readonly text: string
}

/** The scenes of a film. Their lengths in frames add up, so that rounding never does. */
export function scenesOf(kept: readonly Span[], slides: readonly Slide[], tracks: readonly Track[], owner: string) {
  const scenes: Scene[] = []
  let [passed, frames] = [0, 0]
  const seen = tracks.filter(({ source }) => source === 'camera' || source === 'screen_share')
  const edges = [...slides.map(({ at }) => at), ...seen.flatMap(({ from, to }) => [from, to])]
  for (const span of kept) {
    const inside = edges.filter(at => at > span.from && at < span.to)
    const cuts = [...new Set([span.from, ...inside, span.to])].toSorted((a, b) => a - b)
    for (const [from, to] of pairsOf(cuts)) {
      passed += to - from
      const until = Math.round(passed * RATE)
      if (until > frames)
        scenes.push({ from, to, frames: until - frames, ...sceneAt({ from, to }, slides, tracks, owner) })
      frames = until
    }
  }
  return { scenes, frames }
}

/** Neighbors, no farther from each other than a scene may last. */
function* pairsOf(cuts: readonly number[]): Generator<[number, number]> {
  for (const [i, to] of cuts.entries()) {
    let from = cuts[i - 1]
    if (from === undefined) continue
    for (; to - from > LONGEST; from += LONGEST) yield [from, from + LONGEST]
    yield [from, to]
  }
}

function sceneAt(span: Span, slides: readonly Slide[], tracks: readonly Track[], owner: string) {
  const now = tracks.filter(track => overlaps(track, span))
  const cameras = now.filter(({ source }) => source === 'camera')
  return {
    slide: slides.findLast(({ at }) => at <= span.from)?.key,
    screen: now.find(({ source }) => source === 'screen_share'),
    face: cameras.find(({ account }) => account === owner) ?? cameras[0],
    sounds: now.filter(({ source }) => source === 'microphone' || source === 'screen_share_audio'),
  }
}

/** A chapter for each slide that is seen, by the first line of its text. */
export function chaptersOf(kept: readonly Span[], slides: readonly Slide[]): FilmPlan['chapters'] {
  const chapters: { at: number; title: string }[] = []
  let passed = 0
  for (const span of kept) {
    const first = Math.max(
      0,
      slides.findLastIndex(({ at }) => at <= span.from),
    )
    for (const { at, page, text } of slides.slice(first)) {
      if (at >= span.to) break
      const line = text.trim().split('\n')[0]?.trim().slice(0, 80)
      const title = line ? `${page}. ${line}` : String(page)
      if (chapters.at(-1)?.title !== title) chapters.push({ at: passed + Math.max(0, at - span.from), title })
    }
    passed += span.to - span.from
  }
  return chapters
}
