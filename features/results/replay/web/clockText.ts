/** Seconds as people write the position in a recording: 4:05, or 1:04:05. */
export function clockText(at: number): string {
  const seconds = Math.floor(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
