import { pathOf, type Way, type WireCalls } from '#contract/call.ts'

/** What the client needs to know of the calls, because it knows none by name. */
interface Wire {
  /** The calls with another path or form of answer than most. */
  readonly ways: Readonly<Record<string, Way>>
  /** Renews an ended token. */
  readonly renews: keyof WireCalls
  readonly signsOut: keyof WireCalls
  /** Calls that begin or end a session: they apply to any account, not only to that of the page. */
  readonly forAnyPerson: readonly (keyof WireCalls)[]
  /** Milliseconds before a call without an answer is made again, if not those of CONST-003. */
  readonly pause?: number
}

export let wire: Wire

/** The app calls this before the first call. */
export function startClient(started: Wire): void {
  wire = started
}

/** The address of a call, and the form of its answer. */
export function wayOf(name: string): { readonly path: string; readonly answer: Way['answer'] } {
  const way = wire.ways[name] ?? { path: 'token', answer: 'data' }
  return { path: pathOf(name, way), answer: way.answer }
}
