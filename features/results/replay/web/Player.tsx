import {
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import type { replayCalls } from '../contract.ts'
import { emptySpans } from '../spans.ts'
import { ReplayClock } from './clock.ts'
import type { Moments } from './MomentBar.tsx'
import { useShowsPlaying } from './playing.ts'
import { isAt, ReplayStage } from './ReplayStage.tsx'
import { type Note, useNoteWatching } from './useNoteWatching.ts'
import { useReplayKeys } from './useReplayKeys.ts'
import { useSmallReplay } from './useSmallReplay.ts'
import { useStretches } from './useStretches.ts'
import { type ReplayLayout, useReplayView } from './view.ts'
import './replay.css'

export type ReplayData = Answer<(typeof replayCalls)['getReplay']>
/** As whom a replay is watched: the person who has signed in, or the one of a join link. */
export type Watching = Pick<RoomClient, 'getReplay' | 'noteWatching' | 'exportReplayTalk' | 'getSgStreamingMp4Info'>
/** What the controls stand in; pages without the console's look bring it with them. */
export type Frame = ComponentType<{ children: ReactNode }>

/** Milliseconds after which the controls are fetched although there is no picture yet. */
const PATIENCE = 3000

const PlayerTools = lazyPart(async () => (await import('./PlayerTools.tsx')).PlayerTools, {
  waits: <div className="replay-tools-place" />,
})

interface Props {
  uuid: string
  replay: ReplayData
  as: Watching
  note: Note
  moments: Moments
  frame: Frame
}

/** The replay of a pitch: its slide, its people, its chat and captions, all on one clock. The picture comes first. */
export function Player({ uuid, replay, as, note, moments, frame: Frame }: Props) {
  const { t } = useTranslation('replay')
  const { stretches, pages, decision } = replay
  const clock = useReplayClock(replay, moments.start)
  const now = useSyncExternalStore(clock.subscribe, clock.get)
  const [hasFailed, setFailed] = useState(false)
  const onMissing = useCallback(() => setFailed(true), [])
  const { loaded, tell, fail } = useStretches(clock, stretches, onMissing)
  useNoteWatching(clock, note)
  useShowsPlaying(replay.id, clock)
  const view = useReplayView(clock)
  useSkips(clock, replay, view.skipsSilence)
  const [hearsMuted, setHearsMuted] = useState(false)
  const [frame, stage] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)]
  const isNow = isAt(now.at)
  const hasVideo = loaded.some(one => isSeen(one, view.layout) && isNow(one))
  const title = t('small.title', { name: replay.presentation_name })
  const shown = { isMarked: Boolean(replay.watermark), hasPicture: hasVideo }
  const { isSmall, toggle: toggleSmall } = useSmallReplay(stage, title, shown)
  useReplayKeys(frame, { clock, pages, view, toggleSmall })
  const { hasPicture, onPicture } = usePicture(hasVideo)
  const onFailure = useCallback(
    (src: string) => {
      fail(src)
      setFailed(true)
      onPicture()
    },
    [fail, onPicture],
  )
  const isMuted = view.isSilent || (!hearsMuted && decision?.mutes.some(isNow))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the player
    <section className="replay" ref={frame} tabIndex={0} aria-label={replay.presentation_name} style={shapeOf(pages)}>
      <div>
        <ReplayStage
          {...{ replay, loaded, stage, tell, onPicture, onFailure }}
          at={now.at}
          layout={view.layout}
          hasCaptions={view.hasCaptions}
          volume={isMuted ? 0 : view.volume}
        />
      </div>
      {isSmall && <p role="status">{t('small.away')}</p>}
      {hasFailed && <p role="alert">{t('failed')}</p>}
      {hasPicture ? (
        <Frame>
          <PlayerTools
            {...{ uuid, replay, as, clock, now, moments, frame, view, toggleSmall, isSmall, hearsMuted }}
            onHearMuted={setHearsMuted}
          />
        </Frame>
      ) : (
        <div className="replay-tools-place" />
      )}
    </section>
  )
}

/** Pictures that a layout shows. */
const isSeen = ({ source }: Pick<ReplayData['stretches'][number], 'source'>, layout: ReplayLayout) =>
  source === 'screen_share' || (source === 'camera' && layout !== 'slides')

/** The shape of the deck, width over height, for the styles. */
function shapeOf([first]: ReplayData['pages']): CSSProperties {
  return first ? ({ '--shape': first.width / first.height } as object) : {}
}

/** Whether the first picture is shown, or is not worth waiting for any longer: then the controls follow. */
function usePicture(isExpected: boolean) {
  const [hasPicture, setHasPicture] = useState(!isExpected)
  const onPicture = useCallback(() => setHasPicture(true), [])
  useEffect(() => {
    if (hasPicture) PlayerTools.fetch()
  }, [hasPicture])
  useEffect(() => {
    const timer = setTimeout(onPicture, PATIENCE)
    return () => clearTimeout(timer)
  }, [onPicture])
  return { hasPicture, onPicture }
}

/** What an older server says of silences. */
const NONE: ReplayData['silences'] = []

/** Skips what was not recorded, and silence where that is wanted. */
function useSkips(clock: ReplayClock, { off, gaps, silences = NONE }: ReplayData, skipsSilence: boolean): void {
  useEffect(
    () => clock.skip(emptySpans([...off, ...gaps]), skipsSilence ? silences : []),
    [clock, off, gaps, silences, skipsSilence],
  )
}

function useReplayClock({ seconds, off, gaps }: ReplayData, start: number | undefined): ReplayClock {
  return useMemo(() => {
    const made = new ReplayClock(seconds, emptySpans([...off, ...gaps]))
    if (start !== undefined) made.seek(start)
    return made
  }, [seconds, off, gaps, start])
}
