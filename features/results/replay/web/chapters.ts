import type { ReplayData } from './Player.tsx'

type Page = ReplayData['pages'][number]
/** A part of a recording that one goes to: a slide that stayed, or a question that was answered. */
export type Chapter = { readonly at: number; readonly page: Page } | { readonly at: number; readonly question: string }

/** Seconds that a slide has to stay, so that pages leafed through are no chapters. */
const STAYED = 5

/** The chapters of a recording, in the order of time. */
export function chaptersOf({
  pages,
  questions,
  seconds,
}: Pick<ReplayData, 'pages' | 'questions' | 'seconds'>): Chapter[] {
  const slides = pages.filter(({ at }, n) => (pages[n + 1]?.at ?? seconds) - at >= STAYED)
  return [
    ...slides.map(page => ({ at: page.at, page })),
    ...questions.map(({ at, content }) => ({ at, question: content })),
  ].toSorted((a, b) => a.at - b.at)
}
