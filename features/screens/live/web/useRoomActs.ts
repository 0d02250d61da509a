import { toggleFullscreen } from '#features/room/room/web/screen.ts'
import { isPanel, mayOpenPanel, type Panel, type PanelRights } from '#features/room/room/web/usePanel.ts'
import { pageOfKey, useRoomKeys } from '#features/room/room/web/useRoomKeys.ts'
import type { Sharing } from '#features/room/share/web/useShare.ts'
import type { useSlides } from '#features/room/slides/web/useSlides.ts'
import { pressDevice, type Video } from '#features/room/video/web/useVideo.ts'

interface Given {
  /** The reader has left, so no key has an effect. */
  readonly left: boolean
  readonly slides: ReturnType<typeof useSlides>
  readonly video: Video
  readonly sharing: Sharing
  readonly rights: PanelRights
  /** The reader may send picture and sound. */
  readonly sends: boolean
  /** The reader may open the panel of questions. */
  readonly asking: boolean
  readonly onPoint: () => void
  readonly onPanel: (panel: Panel) => void
}

/** The keyboard shortcuts of the room. */
export function useRoomActs({ left, slides, video, sharing, rights, sends, asking, onPoint, onPanel }: Given): void {
  useRoomKeys(act => {
    if (left) return false
    const { look, mayTurn, turnTo, total } = slides
    const to = pageOfKey(act, look.shown, mayTurn ? total : look.last)
    if (to !== undefined) {
      if (mayTurn) turnTo(to)
      else look.leaf(to)
      return mayTurn || look.last > 0
    }
    if ((act === 'microphone' || act === 'camera') && sends) pressDevice(video, act)
    else if (act === 'screen' && sharing.isMine) sharing.stop()
    else if (act === 'screen' && sharing.may) sharing.start()
    else if (act === 'pointer' && rights.onStage) onPoint()
    else if (act === 'fullscreen') toggleFullscreen()
    else if (isPanel(act) && mayOpenPanel(act, rights) && (act !== 'questions' || asking)) onPanel(act)
    else return false
    return true
  })
}
