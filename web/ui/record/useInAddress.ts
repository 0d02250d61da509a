import { useSearchParams } from 'react-router'

/** The id of the record that is open beside a list, kept in the address bar for links and Back. */
export interface InAddress {
  readonly id: string | undefined
  readonly open: (id: string | number) => void
  readonly close: () => void
}

/**
 * Reads and writes the parameter `name` of the address; a value that does not match `kind` is ignored. Closing adds no
 * history entry.
 */
export function useInAddress(name: string, kind = /./): InAddress {
  const [address, setAddress] = useSearchParams()
  const set = (id: string | undefined) =>
    setAddress(
      before => {
        const after = new URLSearchParams(before)
        if (id === undefined) after.delete(name)
        else after.set(name, id)
        return after
      },
      { replace: id === undefined, preventScrollReset: true },
    )
  const said = address.get(name) ?? ''
  return { id: kind.test(said) ? said : undefined, open: id => set(String(id)), close: () => set(undefined) }
}

/** The tab that is open, kept in the address bar. Another tab has another list, so it starts without page and search. */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: string | null) => void] {
  const [address, setAddress] = useSearchParams()
  const open = tabs.find(tab => tab === address.get('tab')) ?? tabs[0]
  const choose = (tab: string | null) =>
    setAddress(tab && tab !== tabs[0] ? { tab } : {}, { replace: true, preventScrollReset: true })
  return [open, choose]
}
