import type { Face } from '#features/room/video/web/videoNow.ts'
import type { StageState } from '../apply.ts'

interface Leading {
  readonly host: string | null
  readonly stage: StageState
}

/**
 * The faces in one order for all: the leading presenter, the other presenters as they joined, and the attendees on stage as
 * they were let in.
 */
export function inStageOrder(faces: readonly Face[], { host, stage }: Leading): readonly Face[] {
  const since = (face: Face) => stage.granted.find(({ account }) => account === face.id)?.since
  const place = (face: Face): readonly [number, number] => {
    const granted = since(face)
    if (face.id === host) return [0, 0]
    return granted === undefined ? [1, face.joined] : [2, granted]
  }
  const compared = (a: Face, b: Face) => {
    const [[group, at], [otherGroup, otherAt]] = [place(a), place(b)]
    return group - otherGroup || at - otherAt || (a.id < b.id ? -1 : 1)
  }
  return [...faces].sort(compared)
}
