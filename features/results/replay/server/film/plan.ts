import { createHash } from 'node:crypto'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pageKey } from '#features/room/deck/server/keys.ts'
import { pagesOf } from '#features/room/deck/server/queries.ts'
import { type Chapter, chaptersOf } from '../../chapters.ts'
import { emptySpans } from '../../spans.ts'
import { withoutHidden } from '../decisionQueries.ts'
import { SMALL_HOLE } from '../playlist.ts'
import { gapsOf, type Piece, piecesOf } from '../queries.ts'
import { type Reading, shownDuring } from '../shown.ts'
import type { Asked, Span } from '../timeline.ts'
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
  const { shown, off, ...said } = await shownDuring(context, pitch, found)
  const asked = await withoutHidden(db, watched, said.asked)
  const gaps = await gapsOf(db, found.id)
  const pages = await pagesOf(db, [...new Set(shown.flatMap(({ fileId }) => fileId ?? []))])
  const pictures = new Map(pages.map(row => [`${row.fileId} ${row.number}`, row]))
  const slides = shown.map(({ at, page, fileId, number }) => {
    const row = pictures.get(`${fileId} ${number}`)
    return { at, page, key: row && pageKey(row.fileId, row.key, 'large'), text: row?.text ?? '' }
  })
  const pieces = (await piecesOf(db, found.id)).filter(piece => isReleased(piece, released))
  const people = [...pieces.map(({ account }) => account), ...asked.flatMap(({ user_id }) => user_id ?? [])]
  const agrees = await watched.agreed(people)
  // nobody can say whether who asked without a name agrees
  const questions = asked.filter(({ user_id }) => watched.manages || (user_id !== null && agrees(user_id)))
  const tracks = tracksOf(pieces.filter(({ account }) => agrees(account)))
  const part = released ?? { from: 0, to: found.seconds }
  const kept = keptSpans(part, emptySpans([...off, ...gaps]))
  const chapters = chaptersOn(kept, chaptersWithin(part, slides, questions))
  const told = tracks.map(({ line, head, pieces }) => [line, head, pieces[0]?.number, pieces.at(-1)?.number])
  return {
    ...scenesOf(kept, slides, tracks, pitch.userId),
    chapters,
    made: createHash('sha256')
      .update(JSON.stringify([kept, muted, slides, told, ...questions.map(({ content }) => content)]))
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

/** The chapters of a part of a recording, as its replay has them. */
export function chaptersWithin(
  { from, to }: Span,
  slides: readonly Slide[],
  questions: readonly Pick<Asked, 'at' | 'content'>[],
): Chapter<Slide>[] {
  // the slide that is shown when the part begins is shown at its beginning
  const first = Math.max(
    0,
    slides.findLastIndex(({ at }) => at <= from),
  )
  const pages = slides.slice(first).map(slide => ({ ...slide, at: Math.max(from, slide.at) }))
  return chaptersOf({
    pages: pages.filter(({ at }) => at < to),
    questions: questions.filter(({ at }) => at >= from && at < to),
    seconds: to,
  })
}

/** Characters of a title at most. */
const TITLE = 80

/** Chapters on the clock of a film, by the first line of a slide's text; of several that begin at once the last. */
export function chaptersOn(kept: readonly Span[], chapters: readonly Chapter<Slide>[]): FilmPlan['chapters'] {
  const length = ({ from, to }: Span) => Math.max(0, to - from)
  const before = (at: number) => kept.reduce((sum, span) => sum + length({ ...span, to: Math.min(at, span.to) }), 0)
  const end = before(Number.POSITIVE_INFINITY)
  const firstLine = (text: string) => text.trim().split('\n')[0]?.trim().slice(0, TITLE) ?? ''
  return chapters
    .map(chapter => {
      const title = 'page' in chapter ? firstLine(chapter.page.text) : firstLine(chapter.question)
      const number = 'page' in chapter ? [String(chapter.page.page)] : []
      return { at: before(chapter.at), title: [...number, ...(title ? [title] : [])].join('. ') }
    })
    .filter(({ at }, n, all) => at < end && at !== all[n + 1]?.at)
}
