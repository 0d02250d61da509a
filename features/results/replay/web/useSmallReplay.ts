import { type RefObject, useCallback, useEffect, useState } from 'react'
import { openSmallWindow, smallWindowKind } from '#web/light/smallWindow.ts'

/**
 * Picture in picture: the whole stage in a window above others, where the browser has those, else its largest picture. The
 * stage itself is moved there, so that it plays on. `toggle` is undefined where the browser has neither.
 */
export function useSmallReplay(stage: RefObject<HTMLElement | null>, title: string) {
  const [small, setSmall] = useState<Window>()
  useEffect(() => {
    const [moved, home] = [stage.current, stage.current?.parentElement]
    if (!small || !moved || !home) return
    small.document.body.classList.add('replay-small')
    small.document.body.dataset['look'] = 'dark'
    small.document.body.append(moved)
    const back = () => {
      home.append(moved)
      setSmall(undefined)
    }
    small.addEventListener('pagehide', back)
    return () => {
      small.removeEventListener('pagehide', back)
      home.append(moved)
      small.close()
    }
  }, [small, stage])
  const open = useCallback(async () => {
    // what the browser refuses changes nothing
    if (smallWindowKind() === 'whole') setSmall(await openSmallWindow(title).catch(() => undefined))
    else await toggleVideo(stage.current).catch(() => {})
  }, [stage, title])
  const toggle = useCallback(() => {
    if (small) setSmall(undefined)
    else void open()
  }, [small, open])
  return { isSmall: small !== undefined, toggle: smallWindowKind() && toggle }
}

async function toggleVideo(stage: HTMLElement | null): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const videos = [...(stage?.querySelectorAll<HTMLVideoElement>('.replay-picture:not([hidden]) video') ?? [])]
  const size = ({ clientWidth, clientHeight }: HTMLVideoElement) => clientWidth * clientHeight
  await videos.toSorted((a, b) => size(b) - size(a))[0]?.requestPictureInPicture()
}
