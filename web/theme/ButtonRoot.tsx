import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & { readonly 'data-loading'?: boolean | undefined }

/**
 * What a button is made of. Mantine disables a busy one, and a disabled one loses the focus, which then begins at the
 * top of the page: a busy one keeps it, and does nothing.
 */
export function ButtonRoot({ disabled, onClick, type = 'button', ...rest }: Props) {
  const busy = disabled && rest['data-loading']
  if (!busy) return <button {...rest} type={type} disabled={disabled} onClick={onClick} />
  // what it sends must not be sent again by Enter in a field either
  return <button {...rest} type={type} aria-disabled onClick={event => event.preventDefault()} />
}
