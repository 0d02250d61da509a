import { useEffect, useState } from 'react'
import type { BackgroundChoice } from '../stageChoice.ts'
import type { BackgroundState } from '../videoNow.ts'
import type { Background } from './background.ts'

interface Shown {
  readonly stream: MediaStream | undefined
  readonly state: BackgroundState | 'failed'
}

/**
 * The own picture with its background, for this page only. While the background is being prepared, the picture is shown
 * without it. A new `version` applies a changed own picture.
 */
export function useBackground(stream: MediaStream | undefined, choice: BackgroundChoice = 'none', version = 0): Shown {
  const [shown, setShown] = useState<Shown>({ stream, state: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another picture
  useEffect(() => {
    setShown({ stream, state: stream && choice !== 'none' ? 'preparing' : undefined })
    if (!stream || choice === 'none') return
    let current = true
    let background: Background | undefined
    const copy = stream.getVideoTracks()[0]?.clone()
    const tell = (state: Shown['state']) => current && setShown(before => ({ ...before, state }))
    // a preview that makes the page stutter is of no use
    const giveUp = (state: Shown['state']) => {
      if (current) setShown({ stream, state })
      void background?.destroy()
    }
    const start = async () => {
      if (!copy) throw new Error('no picture')
      const made = await import('./background.ts')
      if (!current) return
      background = new made.Background(choice, { ready: tell, slow: () => giveUp('slow') })
      await background.init({ kind: 'video' as never, track: copy, element: await player(copy) })
      if (!current) return void background.destroy()
      const track = background.processedTrack
      if (track) setShown(before => ({ ...before, stream: new MediaStream([track]) }))
    }
    start().catch(() => giveUp('failed'))
    return () => {
      current = false
      void background?.destroy()
      copy?.stop()
    }
  }, [stream, choice, version])
  return shown
}

/** The invisible element from which the frames are taken. */
async function player(track: MediaStreamTrack): Promise<HTMLVideoElement> {
  const element = Object.assign(document.createElement('video'), { muted: true, playsInline: true })
  element.srcObject = new MediaStream([track])
  await element.play()
  return element
}
