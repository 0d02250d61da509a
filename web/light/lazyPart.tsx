import { Component, type ComponentType, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { fetchAgain, QUIET } from '#web/client/fetchAgain.ts'

type Part = (props: never) => ReactNode
type PropsOf<C> = C extends (props: infer P) => ReactNode ? P : never

interface Places<C extends Part> {
  /** Shown until the part is fetched; nothing by default. */
  waits?: ReactNode | ((props: PropsOf<C>) => ReactNode)
  /** For a requested part: shown when it cannot be fetched, or broke. `again` tries again. */
  failed?: (again: () => void, props: PropsOf<C>) => ReactNode
}

/** Fetched as soon as it is shown, or before by `fetch`. */
export type LazyPart<C extends Part> = ((props: PropsOf<C>) => ReactNode) & { fetch(): void }

/**
 * A part of a page whose code is fetched lazily. A failure to fetch or render it affects only itself: it is
 * fetched again, and the rest of the page goes on.
 */
export function lazyPart<C extends Part>(load: () => Promise<C>, places: Places<C> = {}): LazyPart<C> {
  const code = lazyCode(load, places.failed ? undefined : QUIET)
  const part = (props: PropsOf<C>) => <Shown code={code} places={places} props={props} />
  return Object.assign(part, { fetch: code.fetch })
}

interface Code<C> {
  get(): { readonly here?: C; readonly failure?: unknown }
  watch(tell: () => void): () => void
  fetch(): void
}

function lazyCode<C>(load: () => Promise<C>, attempts: number | undefined): Code<C> {
  let now: ReturnType<Code<C>['get']> = {}
  let underWay = false
  const watchers = new Set<() => void>()
  const set = (next: typeof now) => {
    underWay = false
    now = next
    for (const tell of watchers) tell()
  }
  return {
    get: () => now,
    watch: tell => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    fetch: () => {
      if (underWay || now.here) return
      if (now.failure) set({})
      underWay = true
      fetchAgain(load, attempts).then(
        here => set({ here }),
        (failure: unknown) => set({ failure: failure ?? 'failed' }),
      )
    },
  }
}

interface ShownProps<C extends Part> {
  code: Code<C>
  places: Places<C>
  props: PropsOf<C>
}

function Shown<C extends Part>({ code, places: { waits, failed }, props }: ShownProps<C>) {
  const { here, failure } = useSyncExternalStore(code.watch, code.get)
  useEffect(() => code.fetch(), [code])
  const meanwhile = typeof waits === 'function' ? waits(props) : waits
  if (!here) return failure && failed ? failed(code.fetch, props) : meanwhile
  const Here = here as unknown as ComponentType<object>
  return (
    <Broken instead={again => failed?.(again, props)}>
      <Suspense fallback={meanwhile}>
        <Here {...(props as object)} />
      </Suspense>
    </Broken>
  )
}

interface BrokenProps {
  instead: (again: () => void) => ReactNode
  children: ReactNode
}

class Broken extends Component<BrokenProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.instead(() => this.setState({ isBroken: false })) : this.props.children
  }
}
