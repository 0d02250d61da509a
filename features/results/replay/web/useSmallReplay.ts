import { type RefObject, useCallback, useEffect, useState } from 'react'
import { openSmallWindow, smallWindowKind } from '#web/light/smallWindow.ts'

interface Shown {
  /** A picture alone would leave its watermark behind. */
  readonly isMarked: boolean
  readonly hasPicture: boolean
}

/**
 * Picture in picture: the whole stage in a window above others, where the browser has those, else its largest picture, unless
 * that has a watermark. The stage itself is moved there, so that it plays on. `toggle` is undefined where there is neither.
 */
export function useSmallReplay(stage: RefObject<HTMLElement | null>, title: string, { isMarked, hasPicture }: Shown) {
  const [small, setSmall] = useState<Window>()
  const isVideoSmall = useVideoSmall(stage)
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
  const kind = smallWindowKind()
  const canOpen = kind === 'whole' || (kind === 'video' && !isMarked && (hasPicture || isVideoSmall))
  return { isSmall: small !== undefined || isVideoSmall, toggle: canOpen ? toggle : undefined }
}

/** Whether a picture of the stage is in picture in picture, however it got there. */
function useVideoSmall(stage: RefObject<HTMLElement | null>): boolean {
  const [video, setVideo] = useState<EventTarget | null>(null)
  useEffect(() => {
    const element = stage.current
    const enter = ({ target }: Event) => setVideo(target)
    element?.addEventListener('enterpictureinpicture', enter)
    return () => element?.removeEventListener('enterpictureinpicture', enter)
  }, [stage])
  useEffect(() => {
    // at the video, which may have left the page by then
    const leave = () => setVideo(null)
    video?.addEventListener('leavepictureinpicture', leave)
    return () => video?.removeEventListener('leavepictureinpicture', leave)
  }, [video])
  return video !== null
}

async function toggleVideo(stage: HTMLElement | null): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const videos = [...(stage?.querySelectorAll<HTMLVideoElement>('.replay-picture:not([hidden]) video') ?? [])]
  const size = ({ clientWidth, clientHeight }: HTMLVideoElement) => clientWidth * clientHeight
  await videos.toSorted((a, b) => size(b) - size(a))[0]?.requestPictureInPicture()
}
