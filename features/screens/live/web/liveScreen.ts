import { createContext, use, useEffect, useState } from 'react'
import { presents } from '#features/core/pitch/rules.ts'
import { isBare } from '#features/room/deck/web/shape.ts'
import { type Deck, pageOf } from '#features/room/deck/web/useDeck.ts'
import { useConsent, useOtherAnswers } from '#features/room/recording/web/consent.ts'
import { lacksRecording } from '#features/room/recording/web/lacksRecording.ts'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { isEarly } from '#features/room/room/web/times.ts'
import { type Panel, usePanel } from '#features/room/room/web/usePanel.ts'
import { viewStateOf } from '#features/room/room/web/viewState.ts'
import { meanToWrite } from '#features/room/room/web/writeHere.ts'
import { useShare } from '#features/room/share/web/useShare.ts'
import type { SlidesConnection } from '#features/room/slides/web/slidesConnection.ts'
import { useSlideFirst } from '#features/room/slides/web/useSlideFirst.ts'
import { useSlides } from '#features/room/slides/web/useSlides.ts'
import { useLeaving } from '#features/room/stage/web/useLeaving.ts'
import { useStage } from '#features/room/stage/web/useStage.ts'
import { useVideo } from '#features/room/video/web/useVideo.ts'
import { useAct } from '#web/light/useAct.ts'
import { useLayout } from './layout/layouts.ts'
import { fetchLazyParts } from './lazyParts.tsx'
import { useRoomActs } from './useRoomActs.ts'

export interface ScreenGiven {
  readonly connection: SlidesConnection
  /** The page that the room is on. */
  readonly page: number
  readonly deck: Deck | undefined
  /** The slide was already visible on the waiting page, so nothing has to wait for it. */
  readonly slideSeen: boolean
}

/** The state of the live screen in this window, and its actions. */
export type LiveScreen = ReturnType<typeof useScreenState>

const Screen = createContext<LiveScreen | undefined>(undefined)
export const LiveScreenProvider = Screen

/** The live screen around this component. */
export function useLiveScreen(): LiveScreen {
  const screen = use(Screen)
  if (!screen) throw new Error('there is no LiveScreenProvider around this')
  return screen
}

/** The state from which the live screen is drawn, besides the room's own. */
export function useScreenState({ connection, page, deck, slideSeen }: ScreenGiven) {
  const { pitch, client, info, now, room, status, fail } = useInRoom()
  const onStage = presents(info.part)
  const [slideReady, setSlideReady] = useState(slideSeen)
  useEffect(() => {
    if (slideReady) fetchLazyParts()
  }, [slideReady])
  const own = useOwnView()
  const going = useComingAndGoing(onStage)
  const isLive = status === 2 && !going.left
  const slideShown = slideReady || deck?.total === 0
  // nothing to show but people: their faces fill the stage
  const bare = isBare(deck)
  // loaded beside the slide, not before it
  const stage = useStage(now, info.part)
  const reachable = useSlideFirst(now.link === 'lost', pageOf(deck, page)?.url)
  useOtherAnswers(pitch, connection, info, now.link)
  const mayBeHeard = useConsent(pitch, info) === true || !room.recorded
  const video = useVideo(pitch, client, { open: isLive && slideShown, sends: stage.sends && mayBeHeard, reachable })
  const sharing = useShare({ pitch, client, now, part: info.part, video, onFailure: fail })
  const slides = useSlides({ connection, now, isLive, onStage, page, deck, slideReady, onFailure: fail })
  useRoomActs({
    ...{ left: going.left, slides, video, sharing, rights: own.rights },
    asking: own.rights.looksAfter || (room.questions.open ?? info.show_question),
    sends: !room.paused && (onStage || stage.agreed),
    onPoint: own.switchPointer,
    onPanel: own.togglePanel,
  })
  const view = viewStateOf({
    status,
    paused: room.paused,
    presenterHere: now.feed.seq === undefined || now.link !== 'on' || now.presenters.length > 0,
    slideReady: slideShown,
  })
  return {
    ...{ page, deck, bare, onStage, slideReady, slideShown, view, stage, video, sharing, slides, ...own, ...going },
    showSlide: () => setSlideReady(true),
  }
}

/** The panel, layout, sound and pointer of this window. */
function useOwnView() {
  const { info, now } = useInRoom()
  const rights = {
    onStage: presents(info.part),
    looksAfter: moderates(info.part),
    attends: info.part === 'attendee',
  }
  const { panel, toggle, close: closePanel } = usePanel(rights)
  const togglePanel = (wanted: Panel) => {
    if (wanted === 'questions' && wanted !== panel && !rights.looksAfter) meanToWrite(wanted)
    toggle(wanted)
  }
  const { layout, choose: chooseLayout } = useLayout(now.me?.id)
  const [silent, setSilent] = useState(false)
  const [points, setPoints] = useState(false)
  const [small, setSmall] = useState<Window>()
  return {
    ...{ rights, panel, togglePanel, closePanel, layout, chooseLayout, silent, points, small, setSmall },
    switchSound: () => setSilent(!silent),
    switchPointer: () => setPoints(!points),
  }
}

/** The open dialog, and how the reader starts, ends and leaves the pitch. */
function useComingAndGoing(onStage: boolean) {
  const { pitch, client, connection, info, status } = useInRoom()
  const [dialog, openDialog] = useState<'start' | 'end' | 'settings' | 'left'>()
  const leaving = useLeaving(pitch, client, connection)
  const starting = useAct(() => client.startPitch({ uuid: pitch }))
  const leave = () => {
    leaving.leave()
    openDialog('left')
  }
  const start = async () => {
    if (isEarly(info) || (await lacksRecording(client, pitch, info))) openDialog('start')
    else await starting.run()
  }
  return {
    // a reader who has left sends and controls nothing
    left: dialog === 'left',
    ...{ dialog, openDialog, starting, leave },
    start,
    end: () => (onStage && status === 2 ? openDialog('end') : leave()),
    comeBack: () => {
      leaving.comeBack()
      openDialog(undefined)
    },
  }
}
