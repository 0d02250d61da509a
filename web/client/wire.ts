import { pathOf, type Way, type WireCalls } from '#contract/call.ts'

/** What the client is told of the calls, of which it knows none by name. */
interface Wire {
  /** The calls that are not where most are, or answer in another form. */
  readonly ways: Readonly<Record<string, Way>>
  /** Renews an ended token. */
  readonly renews: keyof WireCalls
  readonly signsOut: keyof WireCalls
  /** These find out who a person is, or end it: they are meant for the one who is here now. */
  readonly forAnyPerson: readonly (keyof WireCalls)[]
}

export let wire: Wire

/** The app hands this in before anything is called. */
export function startClient(started: Wire): void {
  wire = started
}

/** The address of a call, and the form of its answer. */
export function wayOf(name: string): { readonly path: string; readonly answer: Way['answer'] } {
  const way = wire.ways[name] ?? { path: 'token', answer: 'data' }
  return { path: pathOf(name, way), answer: way.answer }
}
