import { useEffect, useState } from 'react'
import type { User } from '#features/admin/users/contract.ts'
import type { UserMatch, UserSelection } from '#features/admin/users/rules.ts'

/** Who is chosen: some by their ids, or all who match the list's filters but for some. */
export interface Selection {
  readonly has: (id: string) => boolean
  /** How many; of all who match, what the list counts. */
  readonly size: number
  readonly isAll: boolean
  readonly toggle: (id: string) => void
  /** Chooses all rows of a page, or none of them. */
  readonly togglePage: (users: readonly User[]) => void
  readonly chooseAll: () => void
  readonly clear: () => void
  /** What the calls are told. */
  readonly asked: UserSelection
}

/** Keeps who is chosen while one pages through a list; another search or filter begins anew. */
export function useSelection(match: UserMatch, total: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const key = JSON.stringify(match)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another choice
  useEffect(() => clear(), [key])

  function clear() {
    setIds(new Set())
    setAll(false)
  }
  // of all who match, `ids` are those who are left out
  const has = (id: string) => ids.has(id) !== isAll
  function set(some: readonly string[], chosen: boolean) {
    const after = new Set(ids)
    for (const id of some) {
      if (chosen === isAll) after.delete(id)
      else after.add(id)
    }
    setIds(after)
  }
  return {
    has,
    isAll,
    size: isAll ? Math.max(0, total - ids.size) : ids.size,
    toggle: id => set([id], !has(id)),
    togglePage: users =>
      set(
        users.map(user => user.user_id),
        !users.every(user => has(user.user_id)),
      ),
    chooseAll: () => {
      setIds(new Set())
      setAll(true)
    },
    clear,
    asked: isAll ? { matching: match, except_ids: [...ids] } : { user_ids: [...ids] },
  }
}
