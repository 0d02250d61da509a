import { useEffect, useState } from 'react'
import { type CaptureProblem, capture, problemOf, type Source } from './capture.ts'

export interface Preview {
  readonly stream: MediaStream | undefined
  readonly problem: CaptureProblem | undefined
}

const nothing: Preview = { stream: undefined, problem: undefined }

/** A camera or microphone for this page only, open while `on`. */
export function usePreview(source: Source, on: boolean, deviceId: string | undefined, attempt = 0): Preview {
  const [preview, setPreview] = useState(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the browser again
  useEffect(() => {
    if (!on) return setPreview(nothing)
    let current = true
    let opened: MediaStream | undefined
    const close = () => {
      for (const track of opened?.getTracks() ?? []) track.stop()
    }
    capture(source, deviceId).then(
      stream => {
        opened = stream
        if (current) setPreview({ stream, problem: undefined })
        else close()
      },
      (failure: unknown) => current && setPreview({ stream: undefined, problem: problemOf(failure) }),
    )
    return () => {
      current = false
      close()
    }
  }, [source, on, deviceId, attempt])
  return preview
}
