import { useEffect, useState } from 'react'
import { prepare } from '#features/room/room/web/pictures.ts'

/** Milliseconds that the video waits for a slide whose picture does not come. */
const LONGEST = 1000

/**
 * Whether the video may connect: while the room's line is there and, where it was lost, the slide has come first. Making the
 * video's connection takes a weak machine longer than all the rest.
 */
export function useSlideFirst(isLost: boolean, url: string | undefined): boolean {
  const [stands, setStands] = useState(!isLost)
  useEffect(() => {
    if (isLost) return setStands(false)
    if (stands) return
    let current = true
    const go = () => void (current && setStands(true))
    const timer = setTimeout(go, LONGEST)
    if (url === undefined) go()
    else prepare(url).then(go, go)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [isLost, url, stands])
  return !isLost && stands
}
