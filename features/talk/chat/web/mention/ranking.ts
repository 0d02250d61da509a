import type FuseClass from 'fuse.js/basic'

/** [CONST-022, CONST-023, CONST-024] How far from exact a name may be, and how much of what is typed counts. */
export const fuzzy = { threshold: 0.3, maxPatternLength: 32, minMatchCharLength: 1 } as const

/** Somebody to be found: by their name first, then by what they do and where. */
export interface Findable {
  readonly id: string
  readonly name: string
  readonly sign?: string
  readonly company_name?: string
}

/** People who can be found by what is nearly their name. The index is made once; a look into it costs little. */
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

  /** The best matches, the best first; of nothing, the first people as they stand. */
  find(typed: string, most: number): readonly P[] {
    const pattern = [...typed.trim()].slice(0, fuzzy.maxPatternLength).join('')
    if (!pattern) return this.#people.slice(0, most)
    return this.#fuse.search(pattern, { limit: most }).map(({ item }) => item)
  }
}
