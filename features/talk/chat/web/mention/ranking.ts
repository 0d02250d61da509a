import type FuseClass from 'fuse.js/basic'

/** [CONST-022, CONST-023, CONST-024] The fuzziness of the search, and how much of the typed text counts. */
export const fuzzy = { threshold: 0.3, maxPatternLength: 32, minMatchCharLength: 1 } as const

/** A person in the search: by name first, then by position and company. */
export interface Findable {
  readonly id: string
  readonly name: string
  readonly sign?: string
  readonly company_name?: string
}

/** People for a fuzzy search. The index is built once, since a look-up is cheap. */
export class Ranking<P extends Findable> {
  readonly #people: readonly P[]
  readonly #fuse: FuseClass<P>

  constructor(Fuse: typeof FuseClass, people: readonly P[]) {
    this.#people = people
    this.#fuse = new Fuse(people, {
      keys: [
        { name: 'name', weight: 4 },
        { name: 'company_name', weight: 1 },
        { name: 'sign', weight: 1 },
      ],
      threshold: fuzzy.threshold,
      minMatchCharLength: fuzzy.minMatchCharLength,
      ignoreDiacritics: true,
    })
  }

  /** The best matches, best first; without text, the first people in their order. */
  find(typed: string, most: number): readonly P[] {
    const pattern = [...typed.trim()].slice(0, fuzzy.maxPatternLength).join('')
    if (!pattern) return this.#people.slice(0, most)
    return this.#fuse.search(pattern, { limit: most }).map(({ item }) => item)
  }
}
