/** A path of this console, or nothing: whatever could lead elsewhere is refused. */
export function ownPath(to: string | undefined): string | undefined {
  if (!to?.startsWith('/')) return undefined
  const here = 'https://here.invalid'
  const url = URL.parse(to, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
