import type { Language } from '#contract/fields.ts'

let chosen: Language | undefined

/** The language that a person chose before they signed in; it becomes their own when they have. */
export const doorLanguage = {
  note: async (language: Language): Promise<void> => {
    chosen = language
  },
  /** Once, since the next person on this page may read another. */
  take: (): Language | undefined => {
    const taken = chosen
    chosen = undefined
    return taken
  },
}
