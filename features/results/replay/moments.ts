/** A moment of a recording as links have it, in seconds: 12m40s, 1h2m, or 760. Undefined for anything else. */
export function momentIn(text: string | null): number | undefined {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '')
  if (!parts?.[0]) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return hours * 3600 + minutes * 60 + seconds
}

/** A moment as it stands in a link: 12m40s. */
export function momentText(at: number): string {
  const seconds = Math.floor(at)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours ? `${hours}h` : ''}${hours || minutes ? `${minutes}m` : ''}${seconds % 60}s`
}
