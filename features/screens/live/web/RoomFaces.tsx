import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageOf } from '#features/room/deck/web/useDeck.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Faces } from '#features/room/video/web/Faces.tsx'
import { usePreview } from '#features/room/video/web/usePreview.ts'
import { NextSlide } from './lazyParts.tsx'
import { useLiveScreen } from './liveScreen.ts'

const loadOrder = async () => (await import('#features/room/stage/web/stageOrder.ts')).inStageOrder

/** What is loaded after the slide. */
function useLate<T>(load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<{ it: T }>()
  // without it the faces stand as they come
  useEffect(
    () =>
      void load().then(
        it => setLoaded({ it }),
        () => {},
      ),
    [load],
  )
  return loaded?.it
}

/** The column beside the slide: the people on stage and, for presenters, the next page. */
export function RoomFaces() {
  const { t } = useTranslation('room')
  const { info, now, room, status } = useInRoom()
  const { onStage, view, video, deck, page, bare, silent, layout } = useLiveScreen()
  const { choice } = video
  const order = useLate(loadOrder)
  const preview = usePreview('camera', onStage && status === 0 && choice.camera, choice.cameraId)
  return (
    <aside className="room-faces" aria-label={t('onStage')}>
      <Faces
        video={order ? { ...video.now, faces: order(video.now.faces, room) } : video.now}
        me={now.me?.id}
        host={{ name: onStage ? info.name : info.presenter_name, isMe: onStage }}
        paused={view === 'paused' && room.paused}
        preview={preview.stream}
        silent={silent}
        speakerLarge={layout === 'speaker'}
      />
      {onStage && !bare && <NextSlide page={pageOf(deck, page + 1)} last={page >= (deck?.total ?? 0)} />}
    </aside>
  )
}
