import { useSearchParams } from 'react-router'

/** The ticket whose details are open: its number in the address, so that mails and notices lead to it. */
export function useOpenTicket(): { number: number | undefined; open: (number: number) => void; close: () => void } {
  const [address, setAddress] = useSearchParams()
  const said = Number(address.get('ticket'))
  const set = (number: number | undefined) =>
    setAddress(
      before => {
        const after = new URLSearchParams(before)
        if (number === undefined) after.delete('ticket')
        else after.set('ticket', String(number))
        return after
      },
      { replace: number === undefined, preventScrollReset: true },
    )
  return {
    number: Number.isInteger(said) && said > 0 ? said : undefined,
    open: set,
    close: () => set(undefined),
  }
}
