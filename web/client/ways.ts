import { pathOf, type Way } from '#contract/call.ts'

let unusual: Readonly<Record<string, Way>> = {}

/** Hands in which calls are elsewhere than most, or answer in another form. The app does so before anything is called. */
export function startClient(ways: Readonly<Record<string, Way>>): void {
  unusual = ways
}

const usual: Way = { path: 'token', answer: 'data' }

/** The address of a call, and the form of its answer. */
export function wayOf(name: string): { readonly path: string; readonly answer: Way['answer'] } {
  const way = unusual[name] ?? usual
  return { path: pathOf(name, way), answer: way.answer }
}
