import { useSearchParams } from 'react-router'

/** The tab that is open, kept in the address bar. Another tab has another list, so it starts without page and search. */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: string | null) => void] {
  const [address, setAddress] = useSearchParams()
  const open = tabs.find(tab => tab === address.get('tab')) ?? tabs[0]
  const choose = (tab: string | null) =>
    setAddress(tab && tab !== tabs[0] ? { tab } : {}, { replace: true, preventScrollReset: true })
  return [open, choose]
}
