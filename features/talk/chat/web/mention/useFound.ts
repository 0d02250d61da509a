import type FuseClass from 'fuse.js/basic'
import { useEffect, useMemo, useState } from 'react'
import { knownPeople, type Mentionable, type MentionSource, peopleFor } from './people.ts'
import { Ranking } from './ranking.ts'

/** People in the list at most; more letters find the others. */
const SHOWN = 30
/** Milliseconds without a key before more people are loaded. */
const PAUSE = 150

/** Loaded when the writer begins to write, before the picker needs it. */
export const loadFuse = async (): Promise<typeof FuseClass> => (await import('fuse.js/basic')).default

interface Found {
  readonly people: readonly Mentionable[]
  readonly failure: unknown
  readonly loading: boolean
}

/** The people whom the typed text may mean, best matches first, without the reader. */
export function useFound(source: MentionSource, typed: string, me: string | undefined): Found {
  const [Fuse, setFuse] = useState<{ make: typeof FuseClass }>()
  const [known, setKnown] = useState(() => knownPeople(source))
  const [failure, setFailure] = useState<unknown>()
  const [loading, setLoading] = useState(known.length === 0)
  useEffect(() => {
    let gone = false
    loadFuse().then(
      make => !gone && setFuse({ make }),
      // without Fuse.js people stand in the order of the list
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    let gone = false
    const timer = setTimeout(
      () =>
        peopleFor(source, typed).then(
          people => {
            if (gone) return
            setKnown(people)
            setFailure(undefined)
            setLoading(false)
          },
          (failed: unknown) => {
            if (gone) return
            setFailure(failed)
            setLoading(false)
          },
        ),
      typed ? PAUSE : 0,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [source, typed])
  const others = useMemo(() => known.filter(person => person.id !== me && person.name), [known, me])
  const ranking = useMemo(() => Fuse && new Ranking(Fuse.make, others), [Fuse, others])
  const people = useMemo(() => ranking?.find(typed, SHOWN) ?? others.slice(0, SHOWN), [ranking, others, typed])
  return { people, failure, loading }
}
