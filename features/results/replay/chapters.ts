interface Page {
  readonly at: number
}

/** A part of a recording that one goes to: a slide that stayed, or a question that was answered. */
export type Chapter<P extends Page> =
  | { readonly at: number; readonly page: P }
  | { readonly at: number; readonly question: string }

/** Seconds that a slide has to stay, so that pages leafed through are no chapters. */
const STAYED = 5

/** The chapters of a recording, in the order of time: those of its replay, and of its films. */
export function chaptersOf<P extends Page>({
  pages,
  questions,
  seconds,
}: {
  readonly pages: readonly P[]
  readonly questions: readonly { readonly at: number; readonly content: string }[]
  readonly seconds: number
}): Chapter<P>[] {
  const slides = pages.filter(({ at }, n) => (pages[n + 1]?.at ?? seconds) - at >= STAYED)
  return [
    ...slides.map(page => ({ at: page.at, page })),
    ...questions.map(({ at, content }) => ({ at, question: content })),
  ].toSorted((a, b) => a.at - b.at)
}
