import { useEffect, useState } from 'react'
import { prepare } from '#features/room/room/web/pictures.ts'

/** Milliseconds that the video waits at most for a slide's picture. */
const LONGEST = 1000

/**
 * Whether the video may connect: while the room is connected and, after a loss, once the slide is shown. On a weak machine
 * the video's connection takes longer than all the rest.
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
